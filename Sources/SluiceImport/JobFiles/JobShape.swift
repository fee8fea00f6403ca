import Sluice

/// The shape of a value in a job file. Both the parser's checks and the JSON Schema are made from it, so
/// that they refuse the same values.
package indirect enum JobShape: Sendable {
  case anything
  case bool
  /// A string that is not empty; without U+0000 if it is a path or a name for the system or a database.
  case text(mayHoldNUL: Bool)
  /// One of some words.
  case choice([String])
  case integer(ClosedRange<Int>)
  /// A string that matches the regular expression, which goes into the schema; `check` is the parser's
  /// equivalent.
  case pattern(String, example: String, check: @Sendable (String) -> Bool)
  /// Either of two.
  case either(JobShape, JobShape)
  /// At least one of these.
  case list(of: JobShape)
  case object(JobObject)

  static let name = JobShape.text(mayHoldNUL: false)
  /// A name, or at least one of them in an array.
  package static let names = JobShape.either(.name, .list(of: .name))
}

/// The shape of an object without any other keys.
package struct JobObject: Sendable {
  struct Field: Sendable {
    let key: String
    let shape: JobShape
    let help: String
  }

  let fields: [Field]
  var required: [String] = []
  /// Keys of which exactly one must be present.
  var oneOf: [String] = []
  /// A key that requires another key.
  var dependent: [(key: String, on: String)] = []
}

extension JSON {
  /// What has the shape ``JobShape/names``.
  var names: [String] { string.map { [$0] } ?? (array ?? []).compactMap(\.string) }
}
