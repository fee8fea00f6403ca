public import Sluice

/// A compiled description of a payload. Make it once, and use it for any number of documents on any
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
/// A schema is a `JSONMapping`: it nests in other schemas, and readers and feeds accept it. It
/// reads an object in one pass, whatever the order of its fields, and makes no dictionary. It
/// reports *everything* that is wrong with a payload in one ``ParserError``.
public struct Schema<Value>: JSONMapping {
  @usableFromInline let record: SchemaRecord

  @usableFromInline
  init(record: SchemaRecord) { self.record = record }

  /// Creates a schema. `declare` declares the fields and returns the closure that makes the value.
  ///
  /// The closure is called when all fields are present and valid, and reads each by the slot that
  /// its declaration returned. It may throw: ``ParserError/validation(failureReason:)-enum.case``
  /// joins the payload's other issues, and any other error ends the parsing.
  @inlinable
  public init(
    _ type: Value.Type,
    _ declare: (SchemaFields) -> @Sendable (FieldValues) throws -> Value
  ) {
    let fields = SchemaFields()
    let make = declare(fields)
    let owner = fields.layout.owner
    record = unsafe TypedRecord(fields, type: Value.self) { slots, result in
      unsafe result.initializeMemory(
        as: Value.self, to: try make(FieldValues(unchecked: slots, owner: owner)))
    }
  }

  /// Returns the value of the object at `cursor`. The last of several duplicate keys counts,
  /// whatever the reader's policy, unless it rejects them.
  ///
  /// Takes one pass, and allocates only for the value itself. Throws ``ParserError`` with
  /// everything that is wrong, any other error of a decoder or closure, and `JSONError` for text
  /// that is not JSON.
  @inlinable @inline(__always)
  public func value(from cursor: JSONCursor) throws -> Value {
    let position = cursor.position
    return try unsafe withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { result in
      let result = unsafe result.baseAddress.unsafelyUnwrapped
      try unsafe record.read(position, into: UnsafeMutableRawPointer(result))
      return unsafe result.move()
    }
  }
}
