import Sluice
import SluiceCodable

/// Decodes values of a type, to find out whether they are valid.
class TypeCheck: @unchecked Sendable {
  init() {}

  /// Throws what is wrong with the value.
  func check(_ cursor: JSONCursor, _ decoder: SluiceDecoder) throws {}
}

/// Sound to share because it stores nothing.
final class TypeCheckOf<Value: Decodable>: TypeCheck, @unchecked Sendable {
  override func check(_ cursor: JSONCursor, _ decoder: SluiceDecoder) throws {
    _ = try CodableMapping(Value.self, decoder: decoder).value(from: cursor)
  }
}
