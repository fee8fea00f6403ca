import Foundation

/// Synthesised, with the keys that the fuzzer's dictionary has.
struct CodableItem: Decodable {
  var a: Int
  var s: String?
  var b: [CodableItem]?
  var d: Double?
  var t: Bool?
  var u: UInt8?
  var f: Float?
  var x: CodableMoment?
  var aB: Int8?
}

/// A date whose description takes any number of seconds.
struct CodableMoment: Decodable, CustomStringConvertible {
  let date: Date
  var description: String { "\(date.timeIntervalSinceReferenceDate)" }

  init(from decoder: any Decoder) throws {
    date = try decoder.singleValueContainer().decode(Date.self)
  }
}

struct CodableChoices: Decodable {
  enum Name: String, Decodable { case a, b, s }
  enum Payload: Decodable {
    case a(Int)
    case b(s: String, d: Double?)
    case s
  }
  var a: Name?
  var b: Payload?
  var s: [Payload]?
}

/// Containers in containers, and keys that are asked for backwards, twice, and by presence.
struct CodableNest: Decodable {
  enum Key: String, CodingKey { case a, b, s, d, t }
  var text = ""

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if container.contains(.t) { text += "\(try container.decodeNil(forKey: .t))" }
    text += "\(try container.decodeIfPresent(Int.self, forKey: .d) as Any)"
    var list = try container.nestedUnkeyedContainer(forKey: .s)
    while !list.isAtEnd {
      if try list.decodeNil() { continue }
      let inner = try list.nestedContainer(keyedBy: Key.self)
      text += "\(try inner.decode(Bool.self, forKey: .t)) \(list.currentIndex)"
    }
    text += try container.nestedContainer(keyedBy: Key.self, forKey: .b)
      .decode(String.self, forKey: .s)
    text += "\(try container.decode(Int.self, forKey: .a))"
    text += "\(try container.decode(UInt16.self, forKey: .a))"
  }
}

/// Whatever is there, by errors that are passed over.
indirect enum CodableUnion: Decodable {
  case null, bool(Bool), integer(Int64), double(Double), string(String), array([CodableUnion])
  case object([(String, CodableUnion)])

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      let keys = container.allKeys.sorted {
        $0.stringValue.utf8.lexicographicallyPrecedes($1.stringValue.utf8)
      }
      self = .object(
        try keys.map { ($0.stringValue, try container.decode(CodableUnion.self, forKey: $0)) })
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [CodableUnion] = []
      while !container.isAtEnd { elements.append(try container.decode(CodableUnion.self)) }
      self = .array(elements)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let double = try? container.decode(Double.self) {
      self = .double(double)
    } else {
      self = .string(try container.decode(String.self))
    }
  }
}

class CodableBase: Decodable, CustomStringConvertible {
  let a: Int
  var description: String { "\(a)" }
}

final class CodableDerived: CodableBase {
  private enum Key: String, CodingKey { case s, b }
  let s: String
  let b: CodableBase?

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    s = try container.decode(String.self, forKey: .s)
    b = try? CodableBase(from: container.superDecoder(forKey: .b))
    try super.init(from: decoder)
  }

  override var description: String { "\(super.description) \(s) \(b as Any)" }
}

struct CodableLists: Decodable {
  var a: [Int]?
  var b: [[Double]]?
  var s: [String]?
  var d: [Bool?]?
  var t: [URL]?
  var u: [Decimal]?
}

/// A dictionary whose description does not depend on its order.
struct CodableFields: Decodable, CustomStringConvertible {
  let fields: [String: CodableItem?]

  init(from decoder: any Decoder) throws { fields = try [String: CodableItem?](from: decoder) }

  var description: String {
    fields.map { "\($0): \($1 as Any)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .joined(separator: ", ")
  }
}

/// Takes any value, and checks nothing of it.
struct CodableAny: Decodable {
  init(from decoder: any Decoder) {}
}
