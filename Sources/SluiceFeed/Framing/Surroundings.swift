import Sluice

/// Where a reader of elements stands outside of them: on the way to the array, or behind it.
struct Surroundings {
  enum Phase { case before, inside, after }

  /// What must come next outside the array.
  enum Expects {
    /// The value at the path so far: a container to step into, or the array itself.
    case target
    /// A key or '}', or an element or ']': behind an opening bracket.
    case firstMember
    /// A key, or an element: behind a comma.
    case member
    case colon
    /// The value of a field, or an element, that is passed over.
    case passed
    /// A comma, or the closing bracket.
    case separator
  }

  let pointer: JSONPointer
  var phase: Phase
  var expects = Expects.target
  /// The containers around the place, outermost first: whether each is an object. Nil: a feed that
  /// was opened inside its array does not know.
  var levels: [Bool?] = []
  /// How many elements of the innermost container, an array, were passed over.
  var passed = 0
  /// Whether the value behind the colon is the next step of the path.
  var isOnPath = false
  /// The key or value at hand, while its end is looked for.
  var scan: ValueScan?
  /// Whether nothing but white space was read.
  var isEmpty = true

  init(_ pointer: JSONPointer, isResumed: Bool) {
    self.pointer = pointer
    phase = isResumed ? .inside : .before
    if isResumed { levels = pointer.tokens.map { _ in nil } }
  }

  /// The next step of the path.
  var step: PathStep { pointer.steps[levels.count - 1] }
}
