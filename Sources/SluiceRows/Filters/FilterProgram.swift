/// A condition compiled into a list of tests, each with the test to go to when it holds and when it does
/// not. Following them to an end makes only tests that can change the result.
///
/// ```
/// a = 1 and (b = 2 or not c)     0: c      holds → reject   else → accept
///                                1: b = 2  holds → accept   else → 0
///                                2: a = 1  holds → 1        else → reject     begins here
/// ```
struct FilterProgram {
  struct Instruction {
    let path: Int
    let test: FilterTest
    let acceptsText: Bool
    let ifHolds: Int
    let otherwise: Int
  }

  private(set) var steps: [Instruction] = []
  private(set) var first = FilterProgram.accepted

  /// Where a record is taken, and where not.
  static let accepted = -1
  static let rejected = -2

  init(_ expression: FilterExpression) {
    first = add(expression, FilterProgram.accepted, FilterProgram.rejected)
  }

  /// Adds the tests of a condition, from its last to its first. Returns the first.
  private mutating func add(
    _ expression: FilterExpression, _ ifHolds: Int, _ otherwise: Int
  ) -> Int {
    switch expression {
    case .not(let inner): return add(inner, otherwise, ifHolds)
    case .all(let parts):
      return parts.reversed().reduce(ifHolds) { next, part in add(part, next, otherwise) }
    case .any(let parts):
      return parts.reversed().reduce(otherwise) { next, part in add(part, ifHolds, next) }
    case .test(let path, let test, let acceptsText):
      steps.append(
        Instruction(
          path: path, test: test, acceptsText: acceptsText, ifHolds: ifHolds, otherwise: otherwise))
      return steps.count - 1
    }
  }
}
