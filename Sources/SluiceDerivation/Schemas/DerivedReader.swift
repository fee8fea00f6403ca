import Sluice
import SluiceCodable
import SluiceSchema

/// Reads payloads by a decoder, and finds out what is wrong with those that it refuses.
struct DerivedReader<Value: Decodable>: PayloadReader {
  private let shape: TypeShape
  private let decoder: SluiceDecoder
  private let mapping: CodableMapping<Value>
  /// The types that contain themselves.
  private let definitions: [ObjectIdentifier: TypeShape]

  init(_ shape: TypeShape, _ decoder: SluiceDecoder) {
    self.shape = shape
    self.decoder = decoder
    mapping = CodableMapping(Value.self, decoder: decoder)
    definitions = shape.definitions
  }

  func value(at position: JSONPosition) throws -> Value {
    do {
      return try mapping.value(from: JSONCursor(unchecked: position))
    } catch {
      throw try refusal(of: position, error)
    }
  }

  /// The error with all faults. Rethrows an error that is not about a value.
  @inline(never)
  private func refusal(of position: JSONPosition, _ error: any Error) throws -> ParserError {
    switch error {
    case let error as JSONError where !error.isAboutValue: throw error
    case is JSONError, is DecodingError: break
    default: throw error
    }
    var check = PayloadCheck(decoder, definitions)
    try check.check(shape, position, PayloadPlace(path: "$", key: ""))
    if check.issues.isEmpty {
      try check.add(error, position, PayloadPlace(path: error.path ?? "$", key: ""))
    }
    return check.issues.error
  }

  func describe(in document: inout JSONSchemaDocument) -> JSON { shape.describe(in: &document) }
}

extension Error {
  /// The coding path of an error that a type threw itself.
  fileprivate var path: String? {
    guard case .dataCorrupted(let context)? = self as? DecodingError else { return nil }
    return RecordingPlace(path: context.codingPath, example: nil).text
  }
}
