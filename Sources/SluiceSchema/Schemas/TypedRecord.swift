import Sluice

/// The record of a typed schema. Reads the fields into a frame, and calls the initialiser when all
/// of them are valid.
///
/// Sound because the frames that its closures read are made by its own plan, with the types of its
/// fields.
@usableFromInline
@safe
package final class TypedRecord: SchemaRecord, @unchecked Sendable {
  /// Makes the value from the frame's slots in the memory at the second pointer. Specialised where
  /// the schema is made.
  @usableFromInline
  typealias Bind = @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) throws -> Void

  /// A declared field.
  @usableFromInline
  struct DeclaredProperty: Sendable {
    let name: PropertyName
    let type: Any.Type
    let describe: @Sendable (inout JSONSchemaDocument) -> JSON
    let isRequired: Bool

    /// The name of the expected value in messages, as far as the type determines it.
    var words: String {
      switch type {
      case is String.Type: "a string"
      case is Bool.Type: "true or false"
      default: "\(type)"
      }
    }

    @usableFromInline
    init(
      name: PropertyName, type: Any.Type, isRequired: Bool,
      describe: @escaping @Sendable (inout JSONSchemaDocument) -> JSON
    ) {
      self.name = name
      self.type = type
      self.isRequired = isRequired
      self.describe = describe
    }
  }

  private let plan: FieldPlan
  private let properties: [DeclaredProperty]
  private let typeName: String
  private let readsArrays: Bool
  private let bind: Bind

  @usableFromInline
  init(_ fields: SchemaFields, type: Any.Type, bind: @escaping Bind) {
    plan = FieldPlan(fields.planFields, fields.layout)
    properties = fields.properties
    typeName = "\(type)"
    readsArrays = !properties.isEmpty && properties.allSatisfy(\.name.beginsWithIndex)
    unsafe self.bind = unsafe bind
    super.init()
  }

  @usableFromInline
  override func read(_ position: JSONPosition, into result: UnsafeMutableRawPointer) throws {
    guard position.byte == Byte.openBrace || (readsArrays && position.byte == Byte.openBracket)
    else { throw mismatch(at: position) }
    let frame = try FieldFrame(plan, of: position)
    let outer = unsafe position.context.startCollecting()
    defer {
      unsafe position.context.stopCollecting(outer)
      frame.end()
    }
    var issues = IssueList()
    try frame.readAll(restart: { issues.removeAll() }) { frame, field, token in
      do {
        if token != FieldFrame.absent {
          try frame.read(field, at: token)
        } else if try !frame.readAbsent(field) {
          try addMissing(field, frame, &issues)
        }
      } catch {
        try add(error, field, at: token, frame, &issues)
      }
    }
    guard issues.isEmpty else { throw issues.error }
    try unsafe bind(frame.slots, result)
  }

  @inline(never)
  private func addMissing(
    _ field: Int, _ frame: borrowing FieldFrame, _ issues: inout IssueList
  ) throws(JSONError) {
    let property = properties[field]
    try issues.addMissing(
      property.name, expected: property.words, isNull: frame.isNull(field),
      in: frame.record)
  }

  @inline(never)
  private func add(
    _ error: any Error, _ field: Int, at token: UInt32, _ frame: borrowing FieldFrame,
    _ issues: inout IssueList
  ) throws {
    // An error of a default is not about the payload.
    guard token != FieldFrame.absent else { throw error }
    try issues.add(error, properties[field].name, at: frame.record.at(token))
  }

  private func mismatch(at position: JSONPosition) -> any Error {
    if let fault = position.scalarFault { return fault }
    return ParserError(
      notOfType: typeName, expected: readsArrays ? "an object or an array" : "an object",
      at: position)
  }

  override func describe(in document: inout JSONSchemaDocument) -> JSON {
    var object = ObjectDescription()
    for property in properties {
      object.add(
        property.name, isRequired: property.isRequired, property.describe(&document))
    }
    return object.json
  }
}
