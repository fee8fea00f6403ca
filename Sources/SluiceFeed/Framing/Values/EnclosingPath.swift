import Sluice

/// Where a reader of elements is outside of them: before the array, or after it.
struct EnclosingPath {
  enum Phase { case before, inside, after }

  /// What must come next outside the array.
  enum Expects {
    /// The value at the path so far: a container to enter, or the array itself.
    case target
    /// A key or '}', or an element or ']', after an opening bracket.
    case firstMember
    /// A key or an element, after a comma.
    case member
    case colon
    /// A field's value, or an element, to skip.
    case passed
    /// A comma, or the closing bracket.
    case separator
  }

  let pointer: JSONPointer
  var phase: Phase
  var expects = Expects.target
  /// For each container around the place, outermost first, whether it is an object. Nil: unknown,
  /// in a feed that was opened inside its array.
  var levels: [Bool?] = []
  /// The number of skipped elements in the innermost container, if it is an array.
  var passed = 0
  /// Whether the value after the colon is the next step of the path.
  var isOnPath = false
  /// The current key or value, while its end is being found.
  var scan: ValueScan?
  /// Whether only white space was read.
  var isEmpty = true
  /// Where a feed must resume while this is outside the array: nothing else tells it what surrounds a position.
  var held: FeedPosition?

  init(_ pointer: JSONPointer, isResumed: Bool) {
    self.pointer = pointer
    phase = isResumed ? .inside : .before
    if isResumed { levels = pointer.tokens.map { _ in nil } }
  }

  /// The next step of the path.
  var step: PathStep { pointer.steps[levels.count - 1] }
}
