public import Sluice

/// Maps JSON with `<--`, for feeds and readers.
///
/// ```swift
/// let people = feed.values(.converted(to: Person.self))
/// while let person = try people.next() { names.append(person.name) }
/// ```
///
/// A record that can't be converted is an error here. Within it, each `<--` continues after
/// failures, as always.
public struct ConversionMapping<Value: Convertible>: JSONMapping {
  public init(_ type: Value.Type = Value.self) {}

  /// Throws `invalid-value` for a value that can't be converted, including `null`. Rethrows each
  /// `JSONError` of the conversion unchanged.
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
  /// Converts JSON with `<--`.
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
