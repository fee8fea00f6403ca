import Foundation
import Sluice

/// How values of a type are decoded and encoded.
enum ValueKind: UInt8 {
  /// By its own `init(from:)` or `encode(to:)`.
  case own
  /// By a function of this module: arrays, dictionaries, `JSON`.
  case direct
  case bool, string, double, float
  case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
  case date, data, url, uuid, decimal
  /// Arrays of numbers and strings, and of arrays of numbers: without the cost of generic arrays.
  case doubles, doubleLists, ints, strings
}

/// The kinds of the types that a session has met.
///
/// `Direct`: the type of those that this module decodes, or encodes, by a function of its own.
struct TypeTable<Direct>: ~Copyable {
  struct Entry {
    var kind = ValueKind.own
    var direct: Direct?
  }

  private var entries = TypeMap<Entry>()
  /// After so many types, the table starts anew.
  private static var most: Int { 1024 }

  deinit { entries.free() }

  @inline(__always)
  subscript<T>(type: T.Type) -> Entry {
    mutating get {
      if let place = unsafe entries.find(ObjectIdentifier(type)) { return unsafe place.pointee }
      return add(type)
    }
  }

  @inline(never)
  private mutating func add(_ type: Any.Type) -> Entry {
    var entry = Entry()
    entry.direct = type as? Direct
    if let kind = ValueKind.known[ObjectIdentifier(type)] {
      entry.kind = kind
    } else if entry.direct != nil {
      entry.kind = .direct
    }
    if entries.count == TypeTable.most { entries.removeAll() }
    entries.insert(ObjectIdentifier(type), entry)
    return entry
  }
}

extension ValueKind {
  /// Those of types that are not found by a conformance.
  static let known: [ObjectIdentifier: ValueKind] = [
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
