public import Sluice

public struct IntegerRule<T: FixedWidthInteger & Sendable>: Rule {
  @inlinable public init() {}

  @inlinable @inline(__always)
  public func validate(_ json: JSONCursor) throws -> T {
    do throws(JSONError) {
      return try json.integer(as: T.self)
    } catch {
      throw error
    }
  }
  public func dump(_ value: T) throws -> JSON { JSON.null }
}

public struct TextRule: Rule {
  @inlinable public init() {}
  @inlinable @inline(__always)
  public func validate(_ json: JSONCursor) throws -> String { try json.string }
  public func dump(_ value: String) throws -> JSON { .string(value) }
}

public let IntRule = IntegerRule<Int>()
public let Int64Rule = IntegerRule<Int64>()
public let StringRule = TextRule()
