public import Sluice

/// A type whose values a ``TypeRule`` reads: `Bool`, `String`, `Double`, `URL` and others, and your own
/// types with a JSON form of one value.
public protocol RuleValue: Sendable {
  /// Returns the value at a cursor. Throws `type-mismatch`, which becomes the rule's error.
  static func value(at cursor: JSONCursor) throws(JSONError) -> Self
  /// Returns the value as JSON.
  func json() throws(JSONError) -> JSON
  /// Writes the value.
  func write(to writer: inout JSONWriter) throws(JSONError)
}

extension RuleValue {
  public func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(json()) }
}

extension String: RuleValue {
  @inlinable @inline(__always)
  public static func value(at cursor: JSONCursor) throws(JSONError) -> String { try cursor.string }
  public func json() throws(JSONError) -> JSON { .string(self) }
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

extension Bool: RuleValue {
  @inlinable @inline(__always)
  public static func value(at cursor: JSONCursor) throws(JSONError) -> Bool {
    do throws(JSONError) { return try cursor.bool } catch { return try number(at: cursor, error) }
  }

  /// Reads 1 and 0, however they are written.
  @usableFromInline @inline(never)
  static func number(at cursor: JSONCursor, _ error: JSONError) throws(JSONError) -> Bool {
    guard cursor.position.isNumber else { throw error }
    do throws(JSONError) {
      switch try cursor.uint8 {
      case 0: return false
      case 1: return true
      default: throw error
      }
    } catch let fault {
      // Any other number is a value of the wrong kind.
      throw fault.code == .invalidNumber ? fault : error
    }
  }

  public func json() throws(JSONError) -> JSON { .bool(self) }
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

extension JSON: RuleValue {
  public static func value(at cursor: JSONCursor) throws(JSONError) -> JSON {
    try cursor.materializeMapped()
  }
  public func json() throws(JSONError) -> JSON { self }
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

/// A value of one type, without conversion.
public struct TypeRule<T: RuleValue>: Rule {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func validate(_ json: JSONCursor) throws -> T {
    do throws(JSONError) {
      return try T.value(at: json)
    } catch {
      throw RuleError.translated(error, at: json.position, expected: T.self)
    }
  }

  public func dump(_ value: T) throws -> JSON {
    do throws(JSONError) { return try value.json() } catch { throw RuleError(error) }
  }

  @inlinable
  public func write(_ value: T, to writer: inout JSONWriter) throws {
    do throws(JSONError) { try value.write(to: &writer) } catch {
      throw TypeRule.writingError(error)
    }
  }

  @usableFromInline
  static func writingError(_ error: JSONError) -> any Error {
    error.code == .notFinite ? RuleError(error) : error
  }
}
