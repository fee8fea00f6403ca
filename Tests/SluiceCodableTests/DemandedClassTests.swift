import Foundation
import Sluice
import SluiceCodable
import Testing

/// What others demand Foundation's classes for.
private struct Store {
  let decoder: JSONDecoder
  let encoder: JSONEncoder

  func copy<T: Codable>(_ value: T) throws -> T {
    try decoder.decode(T.self, from: encoder.encode(value))
  }
}

private struct Event: Codable, Equatable {
  var firstName: String
  var at: Date
  var data: Data
  var share: Double
}

private struct Scale: Sendable { let factor: Double }

private struct Tenfold: DecodingConfigurationProviding, EncodingConfigurationProviding {
  static var decodingConfiguration: Scale { Scale(factor: 10) }
  static var encodingConfiguration: Scale { Scale(factor: 10) }
}

private struct Length: CodableWithConfiguration, Equatable {
  var metres: Double

  init(metres: Double) { self.metres = metres }

  init(from decoder: any Decoder, configuration scale: Scale) throws {
    metres = try decoder.singleValueContainer().decode(Double.self) / scale.factor
  }

  func encode(to encoder: any Encoder, configuration scale: Scale) throws {
    var value = encoder.singleValueContainer()
    try value.encode(metres * scale.factor)
  }
}

/// Reads what `userInfo` has.
private struct Told: Codable, Equatable {
  static let key = CodingUserInfoKey(rawValue: "told")!
  var text: String

  init(text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = decoder.userInfo[Told.key] as? String ?? ""
  }

  func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(encoder.userInfo[Told.key] as? String ?? "")
  }
}

@Suite("Coders for APIs that demand Foundation's classes")
struct DemandedClassTests {
  private let event = Event(
    firstName: "Ada", at: Date(timeIntervalSince1970: 1_767_225_600), data: Data([1, 2, 255]),
    share: .infinity)

  /// Sets every option of Foundation's classes.
  private func configure(_ store: Store) {
    store.encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    store.encoder.dateEncodingStrategy = .iso8601
    store.encoder.dataEncodingStrategy = .deferredToData
    store.encoder.keyEncodingStrategy = .convertToSnakeCase
    store.encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    store.encoder.userInfo[Told.key] = "told"
    store.decoder.dateDecodingStrategy = .iso8601
    store.decoder.dataDecodingStrategy = .deferredToData
    store.decoder.keyDecodingStrategy = .convertFromSnakeCase
    store.decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    store.decoder.userInfo[Told.key] = "heard"
  }

  @Test("follow every option that is set through Foundation's classes, and write the same bytes")
  func options() throws {
    let ours = Store(decoder: SluiceJSONDecoder(), encoder: SluiceJSONEncoder())
    let theirs = Store(decoder: JSONDecoder(), encoder: JSONEncoder())
    for store in [ours, theirs] {
      configure(store)
      #expect(try store.copy(event) == event)
      #expect(try store.copy(Told(text: "")) == Told(text: "heard"))
      #expect(try store.encoder.encode(Told(text: "")) == Data(#""told""#.utf8))
      store.decoder.assumesTopLevelDictionary = true
      #expect(try store.decoder.decode([String: Int].self, from: Data(#""a":1"#.utf8)) == ["a": 1])
      #expect(store.encoder.outputFormatting == [.sortedKeys, .withoutEscapingSlashes])
      #expect(store.decoder.assumesTopLevelDictionary && !store.decoder.allowsJSON5)
    }
    #expect(try ours.encoder.encode(event) == theirs.encoder.encode(event))
  }

  @Test("take configurations, as values and as types")
  func configurations() throws {
    let (decoder, encoder): (JSONDecoder, JSONEncoder) = (SluiceJSONDecoder(), SluiceJSONEncoder())
    let length = Length(metres: 2.5)
    for data in [
      try encoder.encode(length, configuration: Scale(factor: 10)),
      try encoder.encode(length, configuration: Tenfold.self),
    ] {
      #expect(data == Data("25".utf8))
      #expect(
        try decoder.decode(Length.self, from: data, configuration: Scale(factor: 10)) == length)
      #expect(try decoder.decode(Length.self, from: data, configuration: Tenfold.self) == length)
    }
  }

  @Test("share the options of the coders that they are made of, and give their errors")
  func shared() throws {
    let inner = SluiceDecoder()
    let decoder: JSONDecoder = SluiceJSONDecoder(inner)
    inner.keyDecodingStrategy = .convertFromSnakeCase
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy {
    } else {
      Issue.record("the strategy is not the inner decoder's")
    }
    decoder.allowsJSON5 = true
    #expect(inner.allowsJSON5)
    #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: Data("[1]".utf8)) }
    decoder.allowsJSON5 = false
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode([Int].self, from: Data("[1,\n \"x\"]".utf8))
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(context.debugDescription.contains("line 2, column 2"), "\(context.debugDescription)")
    #expect(context.underlyingError is JSONError)
    let encoder = SluiceEncoder()
    let demanded: JSONEncoder = SluiceJSONEncoder(encoder)
    demanded.outputFormatting = .prettyPrinted
    #expect(encoder.outputFormatting == .prettyPrinted)
    #expect(try demanded.encode([1]) == JSONEncoder.pretty([1]))
  }

  @Test(
    "refuse a comma after the last value, which Foundation passes over",
    arguments: ["[1,2,]", "[1,2,] "])
  func commas(text: String) throws {
    #expect(try JSONDecoder().decode([Int].self, from: Data(text.utf8)) == [1, 2])
    let error = try #require(throws: DecodingError.self) {
      try SluiceDecoder().decode([Int].self, from: Data(text.utf8))
    }
    #expect("\(error)".contains("column 6"), "\(error)")
  }
}

extension JSONEncoder {
  fileprivate static func pretty(_ value: [Int]) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    return try encoder.encode(value)
  }
}
