public import Sluice

extension Double: RuleValue {
  @inlinable @inline(__always)
  public static func value(at cursor: JSONCursor) throws(JSONError) -> Double { try cursor.double }
  public func json() throws(JSONError) -> JSON { try JSON(self) }
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

extension Float: RuleValue {
  @inlinable
  public static func value(at cursor: JSONCursor) throws(JSONError) -> Float { try cursor.float }
  public func json() throws(JSONError) -> JSON { try JSON(self) }
  @inlinable
  public func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(self) }
}

/// A number, correctly rounded. Reads `true` and `false` as 1 and 0. Rejects numbers beyond the
/// largest finite one.
public struct FloatingRule<T: RuleValue & BinaryFloatingPoint>: Rule {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func validate(_ json: JSONCursor) throws -> T {
    do throws(JSONError) {
      return try T.value(at: json)
    } catch {
      return try FloatingRule.value(of: json.position, error)
    }
  }

  @usableFromInline @inline(never)
  static func value(of position: JSONPosition, _ error: JSONError) throws -> T {
    if position.isTrue { return 1 }
    if position.isFalse { return 0 }
    throw RuleError.translated(error, at: position, expected: T.self)
  }

  public func dump(_ value: T) throws -> JSON {
    do throws(JSONError) { return try value.json() } catch {
      throw RuleError(error)
    }
  }

  @inlinable
  public func write(_ value: T, to writer: inout JSONWriter) throws {
    do throws(JSONError) { try value.write(to: &writer) } catch {
      throw TypeRule<T>.writingError(error)
    }
  }
}
