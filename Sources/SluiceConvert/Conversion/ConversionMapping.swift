public import Sluice

/// The mapping of JSON to what `<--` makes of it: for feeds and readers.
///
/// ```swift
/// let people = feed.values(.converted(to: Person.self))
/// while let person = try people.next() { names.append(person.name) }
/// ```
///
/// What can't be converted is an error here, of the record as a whole; within it, each line of `<--`
/// goes on as always.
public struct ConversionMapping<Value: Convertible>: JSONMapping {
  public init(_ type: Value.Type = Value.self) {}

  /// Throws `invalid-value` for what can't be converted, `null` included, and `JSONError`s of what is
  /// converted as they are.
  @inlinable
  public func value(from cursor: JSONCursor) throws -> Value {
    do {
      if let value = try Value.convert(from: cursor) { return value }
    } catch let error as JSONError {
      throw error
    } catch {
      throw cursor.notConverted(to: Value.self, error)
    }
    throw cursor.notConverted(to: Value.self, ConversionError.invalidValue)
  }
}

extension JSONMapping {
  /// What `<--` makes of the JSON.
  public static func converted<Value: Convertible>(to type: Value.Type) -> Self
  where Self == ConversionMapping<Value> {
    ConversionMapping(type)
  }
}

extension JSONCursor {
  @usableFromInline @inline(never)
  func notConverted(to type: Any.Type, _ cause: any Error) -> JSONError {
    JSONError(
      .invalidValue, at: position.offset, name: "\(type)", reason: String(describing: cause))
  }
}
