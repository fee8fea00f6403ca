import Foundation
import Sluice

/// Readers for Foundation's types, dates, and values of any type.
enum FoundationReaders {
  static func reader(of type: Any.Type) -> (any AnyValueReader)? {
    switch ObjectIdentifier(type) {
    case ObjectIdentifier(Any.self): any
    case ObjectIdentifier(AnyObject.self): anyObject
    case ObjectIdentifier(JSON.self): json
    case ObjectIdentifier(Date.self): date
    case ObjectIdentifier(NSNumber.self): number
    case ObjectIdentifier(NSDecimalNumber.self): decimalNumber
    case ObjectIdentifier(NSString.self): string
    case ObjectIdentifier(NSNull.self): null
    case ObjectIdentifier(NSArray.self): array(NSArray.self) { NSArray(array: $0) }
    case ObjectIdentifier(NSMutableArray.self):
      array(NSMutableArray.self) { NSMutableArray(array: $0) }
    case ObjectIdentifier(NSDictionary.self):
      dictionary(NSDictionary.self) { NSDictionary(dictionary: $0) }
    case ObjectIdentifier(NSMutableDictionary.self):
      dictionary(NSMutableDictionary.self) { NSMutableDictionary(dictionary: $0) }
    default: nil
    }
  }

  private static let any = ValueReader<Any>(takesNull: true) { position, _ in
    try position.anyValue()
  }

  private static let anyObject = ValueReader<AnyObject>(takesNull: true) { position, _ in
    switch try position.anyValue() {
    case let text as String: NSString(string: text)
    case let elements as [Any]: NSArray(array: elements)
    case let fields as [String: Any]: NSDictionary(dictionary: fields)
    case let object as NSObject: object
    default: nil
    }
  }

  private static let json = ValueReader<JSON>(takesNull: true) { position, _ in
    try JSONCursor(unchecked: position).materializeMapped()
  }

  /// The block receives any JSON, including `null`.
  private static let date = ValueReader<Date>(takesNull: true) { position, session in
    if let convert = session.convertDate, let date = convert(try position.anyValue()) {
      return date
    }
    if !position.isNull { session.warnUnconverted(position, to: Date.self) }
    return nil
  }

  private static let number = leaf { NSNumber.of($0) }
  private static let decimalNumber = leaf { leaf in
    Decimal(jsonValue: leaf).map { NSDecimalNumber(decimal: $0) }
  }
  private static let string = leaf { String(jsonValue: $0).map { NSString(string: $0) } }
  private static let null = ValueReader<NSNull>(takesNull: true) { position, session in
    if position.isNull { return NSNull() }
    session.warnUnconverted(position, to: NSNull.self)
    return nil
  }

  private static func leaf<T>(
    _ make: @escaping @Sendable (JSONLeafValue) -> T?
  ) -> ValueReader<T> {
    ValueReader { position, session in
      if let leaf = try position.leafValue(), let value = make(leaf) { return value }
      session.warnUnconverted(position, to: T.self)
      return nil
    }
  }

  private static func array<T>(
    _ type: T.Type, _ make: @escaping @Sendable ([Any]) -> T
  ) -> ValueReader<T> {
    ValueReader { position, session in
      if position.byte == Byte.openBracket, let elements = try position.anyValue() as? [Any] {
        return make(elements)
      }
      session.warnUnconverted(position, to: T.self)
      return nil
    }
  }

  private static func dictionary<T>(
    _ type: T.Type, _ make: @escaping @Sendable ([String: Any]) -> T
  ) -> ValueReader<T> {
    ValueReader { position, session in
      if position.byte == Byte.openBrace, let fields = try position.anyValue() as? [String: Any] {
        return make(fields)
      }
      session.warnUnconverted(position, to: T.self)
      return nil
    }
  }
}
