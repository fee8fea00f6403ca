import Sluice
import SluiceFeed

/// A value on its way from a record into a row.
///
/// The bytes of `text`, `json`, `decimal` and `blob` are in the record or, for a string with escapes or in
/// Base64, in scratch memory. They are valid until the call that receives the row returns; one that keeps them
/// copies them.
///
/// Sound because reading through a payload is an unsafe expression of the reader's; the value
/// itself reads nothing.
@safe
public enum ImportValue: BitwiseCopyable {
  /// Missing, or `null`.
  case null
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// UTF-8, unescaped; may hold U+0000.
  case text(UnsafeBufferPointer<UInt8>)
  /// A JSON value with the text of the record, UTF-8.
  case json(UnsafeBufferPointer<UInt8>)
  /// A number's text by RFC 8259's grammar, as in the record.
  case decimal(UnsafeBufferPointer<UInt8>)
  /// A day, counted from 1970-01-01.
  case date(Int32)
  /// Microseconds since 1970-01-01T00:00:00Z.
  case timestamp(Int64)
  /// A UUID's first eight bytes and its last, each the most significant byte first.
  case uuid(high: UInt64, low: UInt64)
  /// Bytes.
  case blob(UnsafeBufferPointer<UInt8>)
}

extension ImportValue: CustomStringConvertible {
  /// The text that files get: days, points in time and UUIDs in the one form of all targets, bytes as
  /// Base64. O(length).
  public var description: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return value.description
    case .real(let value): return value.description
    case .boolean(let value): return value.description
    case .text(let bytes), .json(let bytes), .decimal(let bytes):
      return unsafe String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes): return unsafe Base64.encode(Array(bytes))
    case .date, .timestamp, .uuid:
      return unsafe String(unsafeUninitializedCapacity: ValueText.longest) { target in
        unsafe target.baseAddress.flatMap { unsafe writeText(to: $0) } ?? 0
      }
    }
  }
}

/// The values of one record, in the order of the columns. Can't outlive the call that receives it.
///
/// Sound because the compiler keeps it from outliving the call that receives it.
@safe
public struct ImportRow: ~Escapable {
  @usableFromInline let values: UnsafePointer<ImportValue>
  /// The number of columns.
  public let count: Int

  /// The caller keeps `values` unchanged while the row is in use.
  @_lifetime(immortal)
  package init(unchecked values: UnsafePointer<ImportValue>, count: Int) {
    unsafe self.values = unsafe values
    self.count = count
  }

  /// The value of the column at `index`. O(1).
  @inlinable
  public subscript(index: Int) -> ImportValue {
    precondition(index >= 0 && index < count, "no such column")
    return unsafe values[index]
  }
}
