import Sluice

/// What a value of a job file looks like. Job files are checked by it, and their JSON Schema is made
/// of it: what the one refuses, the other does.
package indirect enum JobShape: Sendable {
  case anything
  case bool
  /// A string that is not empty; as a path or a name that is handed on to the system or a database,
  /// without U+0000.
  case text(mayHoldNUL: Bool)
  /// One of some words.
  case choice([String])
  case integer(ClosedRange<Int>)
  /// A string in the form of the regular expression, which stands in the schema; `check` is the same
  /// for the parser.
  case pattern(String, example: String, check: @Sendable (String) -> Bool)
  /// Either of two.
  case either(JobShape, JobShape)
  /// At least one of these.
  case list(of: JobShape)
  case object(JobObject)

  static let name = JobShape.text(mayHoldNUL: false)
}

/// The shape of an object: it has no other keys than these.
package struct JobObject: Sendable {
  struct Field: Sendable {
    let key: String
    let shape: JobShape
    let help: String
  }

  let fields: [Field]
  var required: [String] = []
  /// Exactly one of them is there.
  var oneOf: [String] = []
  /// A key that may be there only together with another one.
  var dependent: [(key: String, on: String)] = []
}
