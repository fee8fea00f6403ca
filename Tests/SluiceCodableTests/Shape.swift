import Foundation
import Sluice
import SluiceCodable
import TestSupport

/// A type made at run time: what an `init(from:)` asks its decoder for.
indirect enum Shape: Sendable {
  case bool, string, int, int8, uint64, double, float, date, data, url, uuid, decimal
  case optional(Shape)
  case array(Shape)
  /// By an unkeyed container, element by element; asks for so many.
  case elements(Shape, count: Int)
  case dictionary(Shape)
  case object([Field])

  struct Field: Sendable {
    enum Way: Int, CaseIterable, Sendable {
      case decode, decodeIfPresent, tryOptional, nested, superDecoder, twice
    }
    let key: String
    let shape: Shape
    let way: Way
  }
}

/// Holds the shape of the value that is decoded next.
final class NextShape: @unchecked Sendable {
  var shape: Shape
  init(_ shape: Shape) { self.shape = shape }

  static let key = CodingUserInfoKey(rawValue: "shape")!
}

struct ShapeKey: CodingKey {
  let stringValue: String
  let intValue: Int?
  init(_ text: String) {
    stringValue = text
    intValue = nil
  }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// A value of any shape, as text.
struct Shaped: Decodable, CustomStringConvertible {
  let description: String

  init(from decoder: any Decoder) throws {
    guard let next = decoder.userInfo[NextShape.key] as? NextShape else {
      throw CocoaError(.coderInvalidValue)
    }
    let shape = next.shape
    defer { next.shape = shape }
    switch shape {
    case .object(let fields):
      let container = try decoder.container(keyedBy: ShapeKey.self)
      description =
        "{"
        + (try fields.map { try "\($0.key): \(Shaped.field($0, container, next))" }
          .joined(separator: ", ")) + "}"
    case .elements(let element, let count):
      var container = try decoder.unkeyedContainer()
      var texts: [String] = []
      for _ in 0..<count {
        texts.append(
          try Shaped.text(
            element, next, { try container.decode($0) }, isNil: { try container.decodeNil() }))
      }
      description = "(\(texts.joined(separator: ", ")); end \(container.isAtEnd))"
    default:
      let container = try decoder.singleValueContainer()
      description = try Shaped.text(
        shape, next, { try container.decode($0) }, isNil: { container.decodeNil() })
    }
  }

  private static func field(
    _ field: Shape.Field, _ container: KeyedDecodingContainer<ShapeKey>, _ next: NextShape
  ) throws -> String {
    let key = ShapeKey(field.key)
    func decode() throws -> String {
      try text(
        field.shape, next, { try container.decode($0, forKey: key) },
        isNil: { try container.decodeNil(forKey: key) })
    }
    switch field.way {
    case .decode: return try decode()
    case .twice: return try decode() + " and " + decode()
    case .tryOptional: return (try? decode()) ?? "failed"
    case .decodeIfPresent:
      return try optionalText(field.shape, next) { try container.decodeIfPresent($0, forKey: key) }
    case .nested:
      guard case .object(let fields) = field.shape else { return try decode() }
      let inner = try container.nestedContainer(keyedBy: ShapeKey.self, forKey: key)
      return try fields.map { try self.field($0, inner, next) }.joined(separator: ";")
    case .superDecoder:
      next.shape = field.shape
      return try Shaped(from: container.superDecoder(forKey: key)).description
    }
  }

  /// A value of a shape that one call of a container decodes.
  private static func text(
    _ shape: Shape, _ next: NextShape, _ decode: (any Decodable.Type) throws -> Any,
    isNil: () throws -> Bool
  ) throws -> String {
    if case .optional(let inner) = shape {
      if try isNil() { return "nil" }
      return try text(inner, next, decode, isNil: isNil)
    }
    let (type, inner) = type(shape)
    next.shape = inner
    return show(try decode(type))
  }

  private static func optionalText(
    _ shape: Shape, _ next: NextShape, _ decode: (any Decodable.Type) throws -> Any?
  ) throws -> String {
    let (type, inner) = type(shape)
    next.shape = inner
    return try decode(type).map(show) ?? "absent"
  }

  private static func show(_ value: Any) -> String {
    switch value {
    case let value as Double: "\(value.bitPattern)"
    case let value as Float: "f\(value.bitPattern)"
    case let value as Date: "date \(value.timeIntervalSinceReferenceDate.bitPattern)"
    case let value as Data: "data \(value.base64EncodedString())"
    case let value as [String: Shaped]:
      "[" + value.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        + "]"
    default: "\(value)"
    }
  }

  /// The type to ask for, and the shape of the `Shaped` values in it.
  private static func type(_ shape: Shape) -> (any Decodable.Type, Shape) {
    switch shape {
    case .bool: (Bool.self, shape)
    case .string: (String.self, shape)
    case .int: (Int.self, shape)
    case .int8: (Int8.self, shape)
    case .uint64: (UInt64.self, shape)
    case .double: (Double.self, shape)
    case .float: (Float.self, shape)
    case .date: (Date.self, shape)
    case .data: (Data.self, shape)
    case .url: (URL.self, shape)
    case .uuid: (UUID.self, shape)
    case .decimal: (Decimal.self, shape)
    case .optional(let inner): (Shaped?.self, inner)
    case .array(let element): (arrayType(element), element)
    case .dictionary(let element): ([String: Shaped].self, element)
    case .elements, .object: (Shaped.self, shape)
    }
  }

  private static func arrayType(_ element: Shape) -> any Decodable.Type {
    switch element {
    case .int: [Int].self
    case .double: [Double].self
    case .string: [String].self
    case .bool: [Bool].self
    case .optional: [Shaped?].self
    default: [Shaped].self
    }
  }
}

extension Shape {
  /// A shape of at most this depth.
  static func random(_ depth: Int, using random: inout SeededGenerator) -> Shape {
    let scalars: [Shape] = [
      .bool, .string, .int, .int8, .uint64, .double, .float, .date, .data, .url, .uuid, .decimal,
    ]
    guard depth > 0 else { return scalars.randomElement(using: &random)! }
    func inner() -> Shape { Shape.random(depth - 1, using: &random) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return scalars.randomElement(using: &random)!
    case 1: return .optional(inner())
    case 2: return .array(inner())
    case 3: return .elements(inner(), count: Int.random(in: 0...3, using: &random))
    case 4: return .dictionary(inner())
    default:
      let keys = ["id", "name", "firstName", "a_b", "", "url", "profileImageUrl", "x", "é"]
      return .object(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          Field(
            key: keys.randomElement(using: &random)!, shape: inner(),
            way: Field.Way.allCases.randomElement(using: &random)!)
        })
    }
  }
}
