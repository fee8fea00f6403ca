public import Sluice

/// An object as a dictionary: all its values must be of the type. Of duplicate keys the last counts.
///
/// Values of decodable types are read directly; those of any other type (`Any` for one) are made as
/// Foundation's `JSONSerialization` makes them, and cast.
extension Dictionary: SchemaDecodable {
  public init(json: JSONCursor) throws {
    let position = json.position
    guard position.byte == Byte.openBrace else {
      guard position.kind != nil else { throw position.literalError(.value) }
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
  /// All values by one type; a value of another kind refuses the whole.
  fileprivate func dictionary<T: SchemaDecodable>(of type: T.Type) throws -> Any {
    try DictionaryMapping(of: DecodableMapping<T>()).value(from: JSONCursor(unchecked: self))
  }
}
