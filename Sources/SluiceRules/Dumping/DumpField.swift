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
  /// Writes a field of a value by the field's rule, after requesting its key from the place.
  @usableFromInline
  typealias Writing =
    @Sendable (T, AnyFieldRule, inout JSONWriter, inout DumpPath) throws -> Void

  let isMandatory: Bool
  let path: JSONPath
  let rule: AnyFieldRule
  /// Returns the field as owned JSON; nil when it is left out.
  let json: @Sendable (T) throws -> JSON?
  /// Captures the closure of the field and nothing else. Where the compiler sees the closure's code,
  /// it then puts that code into this function, which reads the field where it is. A closure that
  /// also captures the rule is called for each field with a copy of the whole value. Measured:
  /// twitter.json's structs, 4.3 million instructions instead of 9.4.
  let write: Writing

  @inlinable @inline(__always)
  convenience init<R: Rule>(
    _ kind: FieldKind, _ path: JSONPath, _ rule: R, nils: NilPolicy,
    _ dump: @escaping @Sendable (T) throws -> R.V?
  ) {
    let json: @Sendable (T) throws -> JSON? = { value in
      guard let field = try dump(value) else { return nils == .null ? .null : nil }
      return try rule.dump(field)
    }
    switch nils {
    case .omitted:
      self.init(
        isMandatory: kind == .mandatory, path, FieldRule(rule), json: json,
        write: { value, rule, writer, place in
          guard let field = try dump(value) else { return }
          if place.write(field, by: R.self, to: &writer) { return }
          try rule.of(R.self).write(field, at: &place, to: &writer)
        })
    case .null:
      self.init(
        isMandatory: kind == .mandatory, path, FieldRule(rule), json: json,
        write: { value, rule, writer, place in
          let field = try dump(value)
          if let field {
            if place.write(field, by: R.self, to: &writer) { return }
            try rule.of(R.self).write(field, at: &place, to: &writer)
          } else {
            try place.open(&writer)
            try writer.null()
          }
        })
    }
  }

  @inlinable @inline(__always)
  convenience init<R: Rule>(
    _ kind: FieldKind, _ path: JSONPath, _ rule: R, _ dump: @escaping @Sendable (T) throws -> R.V
  ) {
    self.init(
      isMandatory: kind == .mandatory, path, FieldRule(rule),
      json: { value in try rule.dump(dump(value)) },
      write: { value, rule, writer, place in
        let field = try dump(value)
        if place.write(field, by: R.self, to: &writer) { return }
        try rule.of(R.self).write(field, at: &place, to: &writer)
      })
  }

  @usableFromInline
  init(
    isMandatory: Bool, _ path: JSONPath, _ rule: AnyFieldRule,
    json: @escaping @Sendable (T) throws -> JSON?, write: @escaping Writing
  ) {
    self.isMandatory = isMandatory
    self.path = path
    self.rule = rule
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

/// The rule of a field: a ``FieldRule``.
@usableFromInline
class AnyFieldRule: @unchecked Sendable {
  @usableFromInline init() {}

  /// Sound because a field's writing asks for the type of the rule that its initialiser was given.
  @inlinable @inline(__always)
  final func of<R: Rule>(_ type: R.Type) -> FieldRule<R> {
    unsafe unsafeDowncast(self, to: FieldRule<R>.self)
  }
}

/// Sendable because rules are.
@usableFromInline
final class FieldRule<R: Rule>: AnyFieldRule, @unchecked Sendable {
  private let rule: R
  @usableFromInline init(_ rule: R) { self.rule = rule }

  /// Writes a key and a value. Not specialised: such code takes the value where it is, and the rule,
  /// too, without counting a reference.
  @usableFromInline @inline(never)
  func write(_ value: R.V, at place: inout DumpPath, to writer: inout JSONWriter) throws {
    try place.open(&writer)
    try rule.write(value, to: &writer)
  }
}
