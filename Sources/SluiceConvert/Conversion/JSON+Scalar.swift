import Foundation
import Sluice
import SluiceFoundation

extension JSON {
  /// Creates the scalar that represents a Swift value in JSON; nil for `nil`, `NSNull` and `null`.
  ///
  /// Checks the value's own type: a cast would also accept an `NSNumber` 1 as `true`. Throws
  /// `unsupportedType` for a value that is not a scalar, `invalidValue` for NaN and infinity.
  init?(scalar value: Any) throws {
    let type = Swift.type(of: value)
    if type == String.self, let string = value as? String {
      self = .string(string)
    } else if type == Int.self, let int = value as? Int {
      self = JSON(int)
    } else if type == Bool.self, let bool = value as? Bool {
      self = .bool(bool)
    } else if type is NSNumber.Type, let number = value as? NSNumber {
      self = try JSON(number)
    } else if let json = value as? JSON {
      switch json {
      case .null: return nil
      case .array, .object: throw ConversionError.unsupportedType
      default: self = json
      }
    } else if let number = value as? JSONNumber {
      self = .number(number)
    } else if let scalar = try JSON(foundationScalar: value) ?? JSON(numberOrText: value) {
      self = scalar
    } else if type is AnyClass, value is NSNull {
      return nil
    } else if let optional = value as? any AnyOptional {
      try StackRoom.check()
      guard let wrapped = optional.wrapped else { return nil }
      try self.init(scalar: wrapped)
    } else if let choice = value as? any RawRepresentable {
      try self.init(scalar: choice.rawValue)
    } else {
      throw ConversionError.unsupportedType
    }
  }

  /// Creates a scalar from a number of another width, or a substring.
  private init?(numberOrText value: Any) throws {
    if let integer = value as? any BinaryInteger {
      self = JSON(integer)
    } else if let float = value as? Float {
      self = try .finite { try JSON(float) }
    } else if let number = value as? any BinaryFloatingPoint {
      self = try .finite { try JSON(Double(number)) }
    } else if let text = value as? any StringProtocol {
      self = .string(String(text))
    } else if let character = value as? Character {
      self = .string(String(character))
    } else {
      return nil
    }
  }

  private init?(foundationScalar value: Any) throws {
    if let date = value as? Date {
      self = try Conversion.json(of: date)
    } else if let url = value as? URL {
      self = JSON(url)
    } else if let decimal = value as? Decimal {
      self = try .finite { try JSON(decimal) }
    } else if let uuid = value as? UUID {
      self = JSON(uuid)
    } else if let color = value as? RGBAColor {
      self = .string(color.hex)
    } else {
      return nil
    }
  }

  /// Creates a scalar from one of Foundation's numbers, which may be a Boolean.
  init(_ number: NSNumber) throws {
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
    } else if let decimal = number as? NSDecimalNumber {
      self = try .finite { try JSON(decimal.decimalValue) }
    } else {
      // The types that NSNumber distinguishes (Apple, "Type Encodings"): floating, unsigned,
      // others.
      switch unsafe UInt8(bitPattern: number.objCType.pointee) {
      case UInt8(ascii: "d"): self = try .finite { try JSON(number.doubleValue) }
      case UInt8(ascii: "f"): self = try .finite { try JSON(number.floatValue) }
      case UInt8(ascii: "Q"), UInt8(ascii: "L"): self = JSON(number.uint64Value)
      default: self = JSON(number.int64Value)
      }
    }
  }

  private static func finite(_ make: () throws -> JSON) throws -> JSON {
    do { return try make() } catch { throw ConversionError.invalidValue }
  }
}
