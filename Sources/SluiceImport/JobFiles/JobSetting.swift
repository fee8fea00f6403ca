package import Sluice

/// A key of job files that is also a flag of the command line: its name, its value, and the part of an
/// ``ImportJobFile`` it sets. The parser, the schema, the tool's flags and its help are all made from
/// these.
package struct JobSetting: Sendable {
  package let key: String
  /// The placeholder after the flag, such as `FILE`; nil for a switch.
  package let placeholder: String?
  package let help: String
  package let shape: JobShape
  /// Reads a value that has the shape. Errors start with the place.
  let read: @Sendable (JSON, _ place: String, inout ImportJobFile) throws(ImportError) -> Void
  /// Nil when it has its default value.
  let write: @Sendable (ImportJobFile) -> JSON?

  /// With its dashes.
  package var flag: String { "--\(key)" }

  /// Sets it to a value that is not from a file; errors name its origin by `place`.
  package func set(
    _ json: JSON, from place: String, in file: inout ImportJobFile
  ) throws(ImportError) {
    try shape.check(json, at: place)
    try read(json, place, &file)
  }
}

/// Settings of the usual shapes.
extension JobSetting {
  typealias Change<Value> = @Sendable (Value, inout ImportJobFile) throws(ImportError) -> Void
  typealias Inspection<Value> = @Sendable (ImportJobFile) -> Value?

  static func text(
    _ key: String, _ placeholder: String, shape: JobShape = .name, _ help: String,
    set: @escaping Change<String>, get: @escaping Inspection<String>
  ) -> JobSetting {
    JobSetting(
      key: key, placeholder: placeholder, help: help, shape: shape,
      read: { (json, place, file) throws(ImportError) in
        guard let text = json.string else { throw shape.mismatch(json, at: place) }
        try JobColumn.at(place) { () throws(ImportError) in try set(text, &file) }
      },
      write: { file in get(file).map { .string($0) } })
  }

  static func choice<Value: RawRepresentable & CaseIterable & Equatable & Sendable>(
    _ key: String, _ help: String, unlessTold usual: Value,
    set: @escaping Change<Value>, get: @escaping Inspection<Value>
  ) -> JobSetting where Value.RawValue == String {
    let words = Value.allCases.map(\.rawValue)
    return .text(
      key, words.joined(separator: "|"), shape: .choice(words), help,
      set: { (word, file) throws(ImportError) in
        guard let value = Value(rawValue: word) else {
          throw ImportError(.badJob, "\"\(word)\" is not one of \(words.joined(separator: ", "))")
        }
        try set(value, &file)
      },
      get: { file in get(file).flatMap { $0 == usual ? nil : $0.rawValue } })
  }

  static func integer(
    _ key: String, _ placeholder: String, in range: ClosedRange<Int>, _ help: String,
    set: @escaping Change<Int>, get: @escaping Inspection<Int>
  ) -> JobSetting {
    let shape = JobShape.integer(range)
    return JobSetting(
      key: key, placeholder: placeholder, help: help, shape: shape,
      read: { (json, place, file) throws(ImportError) in
        guard let number = json.int else { throw shape.mismatch(json, at: place) }
        try JobColumn.at(place) { () throws(ImportError) in try set(number, &file) }
      },
      write: { file in get(file).map { JSON($0) } })
  }
}
