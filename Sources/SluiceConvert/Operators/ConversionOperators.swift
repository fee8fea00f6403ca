/// Lower than `??` and `?:`, so that `a <-- b ?? c` converts `b ?? c`; higher than `=`, so that
/// `let x = a <-- b` stores the result. Right-associative: `a <-- b <-- "7"`. An assignment: the
/// left side may use optional chaining.
precedencegroup ConversionPrecedence {
  associativity: right
  higherThan: AssignmentPrecedence
  lowerThan: TernaryPrecedence
  assignment: true
}

infix operator <-- : ConversionPrecedence
infix operator --> : ConversionPrecedence
