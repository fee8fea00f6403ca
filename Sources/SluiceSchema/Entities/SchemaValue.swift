#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A property's value in an entity. Scalars are stored in the slot itself; only values made by
/// decoders are boxed.
@usableFromInline
enum SchemaValue {
  case absent
  case string(String)
  case int(Int)
  case int8(Int8)
  case int16(Int16)
  case int32(Int32)
  case int64(Int64)
  case uint(UInt)
  case uint8(UInt8)
  case uint16(UInt16)
  case uint32(UInt32)
  case uint64(UInt64)
  case double(Double)
  case float(Float)
  case bool(Bool)
  case url(URL)
  case boxed(SchemaValueBox)
}

/// A boxed value of any type.
@usableFromInline
class SchemaValueBox {
  @usableFromInline init() {}
  var any: Any { preconditionFailure("only typed boxes are made") }
}

/// A typed box. Its class identifies the value's type: comparing classes is faster than casting an
/// `Any`.
@usableFromInline
final class TypedBox<Value>: SchemaValueBox {
  @usableFromInline let value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
    super.init()
  }

  override var any: Any { value }
}

extension SchemaValue {
  /// The slot for a value of any type. Sound because a value is read as another type only when it
  /// is of that type.
  @inlinable
  init<T>(_ value: T) {
    if T.self == String.self {
      self = unsafe .string(unsafeBitCast(value, to: String.self))
    } else if T.self == Int.self {
      self = unsafe .int(unsafeBitCast(value, to: Int.self))
    } else if T.self == Double.self {
      self = unsafe .double(unsafeBitCast(value, to: Double.self))
    } else if T.self == Bool.self {
      self = unsafe .bool(unsafeBitCast(value, to: Bool.self))
    } else {
      self = .boxed(TypedBox(value))
    }
  }

  /// Creates the slot for a value that a decoder made: boxed as its own type, not as `Any`.
  init(decoded value: Any) {
    func box<T>(_ value: T) -> SchemaValue { SchemaValue(value) }
    self = _openExistential(value, do: box)
  }

  /// Returns the value, or nil when it is not a `T`.
  @inlinable @inline(__always)
  func value<T>(as type: T.Type) -> T? {
    switch self {
    case .absent: return nil
    case .string(let value): return value as? T
    case .int(let value): return value as? T
    case .int8(let value): return value as? T
    case .int16(let value): return value as? T
    case .int32(let value): return value as? T
    case .int64(let value): return value as? T
    case .uint(let value): return value as? T
    case .uint8(let value): return value as? T
    case .uint16(let value): return value as? T
    case .uint32(let value): return value as? T
    case .uint64(let value): return value as? T
    case .double(let value): return value as? T
    case .float(let value): return value as? T
    case .bool(let value): return value as? T
    case .url(let value): return value as? T
    case .boxed(let box):
      if let box = box as? TypedBox<T> { return box.value }
      return unboxed(box, as: type)
    }
  }

  /// Converts by a cast: `[Any]` to `[Person]`, `[String: Any]` to `[String: String]`.
  @usableFromInline @inline(never)
  func unboxed<T>(_ box: SchemaValueBox, as type: T.Type) -> T? { box.any as? T }

  /// The value as an `Any`; nil when there is no value.
  var any: Any? { value(as: Any.self) }

  var isAbsent: Bool { if case .absent = self { true } else { false } }
}
