/// Weaker than `??` and `?:`, so that `a <-- b ?? c` takes `b ?? c`; stronger than `=`, so that
/// `let x = a <-- b` gives the result. Chains from the right: `a <-- b <-- "7"`. An assignment: the
/// left side may be reached by optional chaining.
precedencegroup ConversionPrecedence {
  associativity: right
  higherThan: AssignmentPrecedence
  lowerThan: TernaryPrecedence
  assignment: true
}

infix operator <-- : ConversionPrecedence
infix operator --> : ConversionPrecedence
