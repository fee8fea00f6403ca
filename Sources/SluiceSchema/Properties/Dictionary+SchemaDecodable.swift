public import Sluice

/// An object as a dictionary whose values must all be of the type. The last of several duplicate
/// keys counts.
///
/// Values of decodable types are read directly. Values of any other type, such as `Any`, are made
/// like those of Foundation's `JSONSerialization`, and cast.
extension Dictionary: SchemaDecodable {
  public init(json: JSONCursor) throws {
    let position = json.position
    guard position.byte == Byte.openBrace else {
      if let fault = position.scalarFault { throw fault }
      throw Dictionary.mismatch(at: position)
    }
    let made: Any
    do {
      if let type = Value.self as? any SchemaDecodable.Type {
        made = try position.dictionary(of: type)
      } else {
        made = try position.foundationObject()
      }
    } catch {
      throw error.isAboutSomeValue ? Dictionary.mismatch(at: position) : error
    }
    guard let dictionary = made as? [Key: Value] else { throw Dictionary.mismatch(at: position) }
    self = dictionary
  }

  private static func mismatch(at position: JSONPosition) -> ParserError {
    ParserError(
      notOfType: "\(Self.self)", expected: "an object with values of type \(Value.self)",
      at: position)
  }
}

extension JSONPosition {
  /// Reads all values with one type; a value of another kind rejects the whole dictionary.
  fileprivate func dictionary<T: SchemaDecodable>(of type: T.Type) throws -> Any {
    try DictionaryMapping(of: DecodableMapping<T>()).value(from: JSONCursor(unchecked: self))
  }
}
