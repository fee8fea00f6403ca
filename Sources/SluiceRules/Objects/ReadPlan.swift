public import Sluice

/// The compiled fields of an object. Reads all of them (required, mandatory, optional) before any
/// is used.
///
/// Immutable; any number of threads may use it at the same time.
@usableFromInline
final class ReadPlan: Sendable {
  private let plan: FieldPlan
  private let fields: [DeclaredField]
  /// The type that the object becomes, for errors.
  private let type: Any.Type

  /// Creates a plan of `fields`, which are in the order of reading.
  init(_ fields: [DeclaredField], _ layout: FieldLayout, making type: Any.Type) {
    self.fields = fields
    self.type = type
    plan = FieldPlan(fields.map(\.field), layout)
  }

  /// Returns a frame in which each present field has its value; the caller ends it. Throws the
  /// error of the first field that is missing or wrong.
  @usableFromInline
  func read(_ position: JSONPosition) throws -> FieldFrame {
    guard position.byte == Byte.openBrace else { throw noObject(position) }
    let frame = try FieldFrame(plan, of: position)
    var reading = -1
    var place = position.token
    let references = position.pendingReferences
    do {
      try frame.readAll(restart: { position.dropReferences(behind: references) }) {
        frame, field, token in
        reading = field
        place = token
        if token != FieldFrame.absent {
          try frame.read(field, at: token)
        } else if try !frame.readAbsent(field) {
          try rejectAbsent(field)
        }
      }
    } catch {
      frame.end()
      throw wrap(error, reading, of: position, place)
    }
    return frame
  }

  @inline(__always)
  private func rejectAbsent(_ field: Int) throws {
    guard fields[field].kind == .optional else { throw FieldFault.absent }
  }

  // Errors are made in separate functions: they are rare, and the reading code stays small.

  @inline(never)
  private func noObject(_ position: JSONPosition) -> any Error {
    if let fault = position.scalarFault { return fault }
    let type = type
    return RuleError.unexpected(position, expected: { "dictionary \(type)" })
  }

  @inline(never)
  private func wrap(
    _ error: any Error, _ reading: Int, of record: JSONPosition, _ token: UInt32
  ) -> any Error {
    guard fields.indices.contains(reading) else { return error }
    let field = fields[reading]
    if case FieldFault.absent = error { return absent(field, record) }
    let value = token < record.end ? record.at(token) : record
    if field.kind == .required { return unmet(error, field, value) }
    guard let cause = RuleError.translated(error, near: value) as? RuleError else { return error }
    return wrapped(cause, field)
  }

  /// Converts a field's error into an error of its object.
  private func wrapped(_ cause: RuleError, _ field: DeclaredField) -> RuleError {
    let (path, type) = (field.path, type)
    let kind = field.kind == .optional ? "optional" : "mandatory"
    return .invalidJSONType(
      RuleError.Message(RuleError.FailureLocation(steps: path.elements)) {
        "Unable to validate \(kind) field \"\(path)\" for \(type)."
      }, cause)
  }

  private func absent(_ field: DeclaredField, _ record: JSONPosition) -> any Error {
    do throws(JSONError) {
      return absent(field, record, try record.obstacle(to: field.path))
    } catch {
      return error
    }
  }

  private func absent(
    _ field: DeclaredField, _ record: JSONPosition, _ obstacle: PathObstacle?
  ) -> RuleError {
    let (path, type) = (field.path, type)
    let place =
      obstacle?.place
      ?? RuleError.FailureLocation(
        steps: path.elements, expected: { "a value" }, found: "nothing",
        offset: record.placeInDocument)
    let why: @Sendable () -> String = { obstacle.map { ": \($0.words)." } ?? "." }
    guard field.kind != .required else {
      return .expectedNotFound(
        RuleError.Message(place) {
          "Unable to check the requirement, field \"\(path)\" not found in struct\(why())"
        }, nil)
    }
    return .expectedNotFound(
      RuleError.Message(place) {
        "Unable to validate an object as \(type). Mandatory field \"\(path)\" not found in struct\(why())"
      }, nil)
  }

  private func unmet(
    _ error: any Error, _ field: DeclaredField, _ value: JSONPosition
  ) -> any Error {
    var cause: RuleError?
    if case FieldFault.unmet = error {
    } else {
      guard let refused = RuleError.translated(error, near: value) as? RuleError else {
        return error
      }
      if case .unmetRequirement = refused { return refused }
      cause = refused
    }
    let path = field.path
    let found = JSONDescription.quote(value)
    let place = RuleError.FailureLocation(
      steps: path.elements, expected: { "a value that meets the requirement" }, found: found,
      kind: value.kind, offset: value.placeInDocument)
    return RuleError.unmetRequirement(
      RuleError.Message(place) {
        "Requirement was not met for field \"\(path)\" with value \"\(found)\""
      }, cause)
  }

  /// Converts an error of a bind closure into an error of its field.
  @usableFromInline @inline(never)
  func wrapBind(_ error: any Error, of field: Int, in record: JSONPosition) -> any Error {
    guard fields.indices.contains(field),
      let cause = RuleError.translated(error, near: record) as? RuleError
    else { return error }
    return wrapped(cause, fields[field])
  }
}

/// An internal description of a field's fault: the text needs what the plan knows.
@usableFromInline
enum FieldFault: Error {
  case absent
  case unmet
}
