public import Sluice

/// How a dump represents nil.
@usableFromInline
enum NilPolicy: Sendable {
  case null, omitted
}

/// A field of a dump: its path, and how its value is written.
///
/// A class: plans are compiled without specialisation, and would look up how to copy a struct of
/// this kind each time.
@usableFromInline
final class DumpField<T>: Sendable {
  let isMandatory: Bool
  let path: JSONPath
  /// Returns the field as owned JSON; nil when it is left out.
  let json: @Sendable (T) throws -> JSON?
  /// Writes the field, after requesting its key from the place.
  let write: @Sendable (T, inout JSONWriter, inout DumpPath) throws -> Void

  @inlinable
  convenience init<R: Rule>(
    _ kind: FieldKind, _ path: JSONPath, _ rule: R, nils: NilPolicy,
    _ dump: @escaping @Sendable (T) throws -> R.V?
  ) {
    self.init(
      isMandatory: kind == .mandatory, path,
      json: { value in
        guard let field = try dump(value) else { return nils == .null ? .null : nil }
        return try rule.dump(field)
      },
      write: { value, writer, place in
        if let field = try dump(value) {
          try place.open(&writer)
          try rule.write(field, to: &writer)
        } else if nils == .null {
          try place.open(&writer)
          try writer.null()
        }
      })
  }

  @inlinable
  convenience init<R: Rule>(
    _ kind: FieldKind, _ path: JSONPath, _ rule: R, _ dump: @escaping @Sendable (T) throws -> R.V
  ) {
    self.init(
      isMandatory: kind == .mandatory, path,
      json: { value in try rule.dump(dump(value)) },
      write: { value, writer, place in
        let field = try dump(value)
        try place.open(&writer)
        try rule.write(field, to: &writer)
      })
  }

  @usableFromInline
  init(
    isMandatory: Bool, _ path: JSONPath, json: @escaping @Sendable (T) throws -> JSON?,
    write: @escaping @Sendable (T, inout JSONWriter, inout DumpPath) throws -> Void
  ) {
    self.isMandatory = isMandatory
    self.path = path
    self.json = json
    self.write = write
  }

  /// Converts a rule's error into an error of this field.
  @inline(never)
  func wrap(_ error: any Error) -> any Error {
    guard let cause = error as? RuleError else { return error }
    let (path, kind) = (path, isMandatory ? "mandatory" : "optional")
    return RuleError.invalidDump(
      RuleError.Message(RuleError.FailureLocation(steps: path.elements)) {
        "Unable to dump \(kind) field \(path) for \(T.self)."
      }, cause)
  }
}
