import Foundation
import Sluice

/// How values of a type are decoded.
enum DecodingKind: UInt8 {
  /// By its own `init(from:)`.
  case own
  /// By a function of this module: arrays and dictionaries.
  case direct
  case bool, string, double, float
  case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  case date, data, url, uuid, decimal
  /// Arrays of numbers and strings, and of arrays of numbers: without the cost of generic arrays.
  case doubles, doubleLists, ints, strings
}

/// A type that this module decodes without its `init(from:)`.
protocol DirectlyDecodable {
  static func read(from decoder: PositionDecoder) throws -> Self
}

/// The kinds of the types that a session has met. A lookup compares two words.
///
/// Sound because it owns its memory, of 64 entries.
@safe
struct TypeTable: ~Copyable {
  struct Entry {
    var type: ObjectIdentifier?
    var kind = DecodingKind.own
    var direct: (any DirectlyDecodable.Type)?
    var directEncoding: (any DirectlyEncodable.Type)?
  }

  private let entries: UnsafeMutablePointer<Entry>
  private static var count: Int { 64 }

  init() {
    unsafe entries = .allocate(capacity: TypeTable.count)
    unsafe entries.initialize(repeating: Entry(), count: TypeTable.count)
  }

  deinit {
    unsafe entries.deinitialize(count: TypeTable.count)
    unsafe entries.deallocate()
  }

  @inline(__always)
  subscript<T>(type: T.Type) -> Entry {
    let id = ObjectIdentifier(type)
    let bits = UInt(bitPattern: id)
    let place = unsafe entries + Int(bitPattern: (bits >> 4 ^ bits >> 10) & 63)
    if unsafe place.pointee.type == id { return unsafe place.pointee }
    return unsafe TypeTable.add(type, at: place)
  }

  @inline(never)
  private static func add(_ type: Any.Type, at place: UnsafeMutablePointer<Entry>) -> Entry {
    var entry = Entry(type: ObjectIdentifier(type))
    entry.direct = type as? any DirectlyDecodable.Type
    entry.directEncoding = type as? any DirectlyEncodable.Type
    if let kind = kinds[ObjectIdentifier(type)] {
      entry.kind = kind
    } else if entry.direct != nil || entry.directEncoding != nil {
      entry.kind = .direct
    }
    unsafe place.pointee = entry
    return entry
  }

  private static let kinds: [ObjectIdentifier: DecodingKind] = [
    ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(String.self): .string,
    ObjectIdentifier(Double.self): .double, ObjectIdentifier(Float.self): .float,
    ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int8.self): .int8,
    ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32,
    ObjectIdentifier(Int64.self): .int64, ObjectIdentifier(UInt.self): .uint,
    ObjectIdentifier(UInt8.self): .uint8, ObjectIdentifier(UInt16.self): .uint16,
    ObjectIdentifier(UInt32.self): .uint32, ObjectIdentifier(UInt64.self): .uint64,
    ObjectIdentifier(Date.self): .date, ObjectIdentifier(Data.self): .data,
    ObjectIdentifier(URL.self): .url, ObjectIdentifier(UUID.self): .uuid,
    ObjectIdentifier(Decimal.self): .decimal,
    ObjectIdentifier([Double].self): .doubles,
    ObjectIdentifier([[Double]].self): .doubleLists,
    ObjectIdentifier([Int].self): .ints, ObjectIdentifier([String].self): .strings,
  ]
}
