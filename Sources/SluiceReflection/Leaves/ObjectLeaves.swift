import Foundation
import Sluice

extension NSNumber: WritableLeaf {
  /// The exact number; `true` and `false` as Booleans. Nil for NaN and infinity.
  public var jsonLeafValue: JSONLeafValue? {
    if type(of: self) == NSNumber.boolType { return .bool(boolValue) }
    if let decimal = self as? NSDecimalNumber { return decimal.decimalValue.jsonLeafValue }
    switch unsafe UInt8(bitPattern: objCType.pointee) {
    case UInt8(ascii: "d"): return JSONLeafValue(doubleValue)
    case UInt8(ascii: "f"): return JSONLeafValue(floatValue)
    case UInt8(ascii: "Q"), UInt8(ascii: "L"): return JSONLeafValue(uint64Value)
    default: return JSONLeafValue(int64Value)
    }
  }

  /// The class of a `Bool` that became a number.
  private static let boolType: AnyClass = type(of: NSNumber(value: true))

  var isWritable: Bool { jsonLeafValue != nil }

  func write(to writer: inout JSONWriter) throws(JSONError) {
    guard let leaf = jsonLeafValue else {
      throw JSONError(.notFinite, at: 0, name: "\(doubleValue)")
    }
    try writer.value(leaf.json)
  }
}

extension NSString: WritableLeaf {
  public var jsonLeafValue: JSONLeafValue? { .string(swiftString) }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.value(swiftString) }

  private var swiftString: String { String(describing: self) }
}

/// The only way to write `null`.
extension NSNull: WritableLeaf {
  public var jsonLeafValue: JSONLeafValue? { .null }

  func write(to writer: inout JSONWriter) throws(JSONError) { try writer.null() }
}

extension NSArray: CollectionReflection {
  public static var elementType: Any.Type { Any.self }
}

extension NSDictionary: DictionaryReflection {
  public static var keyValueTypes: (key: Any.Type, value: Any.Type) { (Any.self, Any.self) }
}
