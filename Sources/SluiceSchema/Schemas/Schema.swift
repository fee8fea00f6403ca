public import Sluice

/// What a payload must look like, compiled: made once, used for any number of documents, from any
/// number of threads.
///
/// ```swift
/// let personSchema = Schema(Person.self) { fields in
///   let name = fields.required("name", .string)
///   let nickname = fields.optional("nickname", .string)
///   let zip = fields.required("address.zip", .string)
///   return { Person(name: $0[name], nickname: $0[nickname], zip: $0[zip]) }
/// }
/// let person = try personSchema.decode(data)
/// ```
///
/// A schema is a ``JSONMapping``: it nests in other schemas, and readers and feeds take it. It goes
/// over an object once, whatever the order of its fields, makes no dictionary, and reports *all*
/// that is wrong with a payload in one ``ParserError``.
public struct Schema<Value>: JSONMapping {
  @usableFromInline let record: SchemaRecord

  @usableFromInline
  init(record: SchemaRecord) { self.record = record }

  /// A schema whose value is made of its fields by a closure that `declare` answers.
  ///
  /// The closure is called when all fields are there and valid, and takes each by the slot that its
  /// declaration gave. It may throw; ``ParserError/validation(failureReason:)-(String)`` joins the
  /// payload's other issues, any other error ends the parsing.
  @inlinable
  public init(
    _ type: Value.Type,
    _ declare: (SchemaFields) -> @Sendable (FieldValues) throws -> Value
  ) {
    let fields = SchemaFields()
    let make = declare(fields)
    let owner = fields.layout.owner
    record = TypedRecord(fields, type: Value.self) { slots, result in
      result.initializeMemory(
        as: Value.self, to: try make(FieldValues(unchecked: slots, owner: owner)))
    }
  }

  /// The value of the object at `cursor`. Of duplicate keys the last counts, whatever the reader's
  /// policy, unless it refuses them.
  ///
  /// One pass; allocates what the value itself takes. Throws ``ParserError`` with all that is wrong,
  /// any other error that a decoder or closure throws, and ``JSONError`` for text that is not JSON.
  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> Value {
    let position = cursor.position
    return try withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { result in
      let result = result.baseAddress.unsafelyUnwrapped
      try record.read(position, into: UnsafeMutableRawPointer(result))
      return result.move()
    }
  }
}
