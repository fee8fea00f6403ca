import Foundation
import SluiceCodable
import Testing

/// How lengths are written.
private struct Unit: Sendable {
  let key: String
  let factor: Double
}

private struct Centimetres: DecodingConfigurationProviding, EncodingConfigurationProviding {
  static var decodingConfiguration: Unit { Unit(key: "cm", factor: 100) }
  static var encodingConfiguration: Unit { decodingConfiguration }
}

private struct UnitKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A length in metres, which is coded in a unit that the caller chooses.
private struct Length: CodableWithConfiguration, Equatable {
  var metres: Double

  init(metres: Double) { self.metres = metres }

  init(from decoder: any Decoder, configuration unit: Unit) throws {
    let fields = try decoder.container(keyedBy: UnitKey.self)
    metres = try fields.decode(Double.self, forKey: UnitKey(stringValue: unit.key)) / unit.factor
  }

  func encode(to encoder: any Encoder, configuration unit: Unit) throws {
    var fields = encoder.container(keyedBy: UnitKey.self)
    try fields.encode(metres * unit.factor, forKey: UnitKey(stringValue: unit.key))
  }
}

/// Lengths at all the places that a container has for them.
private struct Lengths: Codable, Equatable {
  enum Key: String, CodingKey { case one, maybe, absent, list }
  var one: Length
  var maybe: Length?
  @CodableConfiguration(from: Centimetres.self) var wrapped = Length(metres: 0)

  init() { (one, maybe, wrapped) = (Length(metres: 1), Length(metres: 2.5), Length(metres: 3)) }

  init(from decoder: any Decoder) throws {
    let unit = Centimetres.decodingConfiguration
    let fields = try decoder.container(keyedBy: Key.self)
    one = try fields.decode(Length.self, forKey: .one, configuration: unit)
    maybe = try fields.decodeIfPresent(Length.self, forKey: .maybe, configuration: unit)
    let absent = try fields.decodeIfPresent(Length.self, forKey: .absent, configuration: unit)
    var list = try fields.nestedUnkeyedContainer(forKey: .list)
    let first = try list.decode(Length.self, configuration: unit)
    _wrapped = try list.decode(CodableConfiguration<Length, Centimetres>.self)
    guard absent == nil, first == one, list.isAtEnd else { throw CocoaError(.coderReadCorrupt) }
  }

  func encode(to encoder: any Encoder) throws {
    let unit = Centimetres.encodingConfiguration
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(one, forKey: .one, configuration: unit)
    try fields.encodeIfPresent(maybe, forKey: .maybe, configuration: unit)
    try fields.encodeIfPresent(Length?.none, forKey: .absent, configuration: unit)
    var list = fields.nestedUnkeyedContainer(forKey: .list)
    try list.encode(one, configuration: unit)
    try list.encode(_wrapped)
  }
}

@Suite("Types that are coded with a configuration")
struct ConfigurationTests {
  private static let documents = [
    #"{"one":{"cm":100},"maybe":{"cm":250},"list":[{"cm":100},{"cm":300}]}"#,
    #"{"one":{"cm":100},"maybe":null,"list":[{"cm":100},{"cm":300}]}"#,
    #"{"one":{"cm":100},"list":[{"cm":100}]}"#,
    #"{"one":{"cm":100},"list":[{"cm":"100"}]}"#,
    #"{"one":{"m":1},"list":[]}"#,
    #"{"one":{"cm":100},"maybe":{"cm":[]},"list":[]}"#,
    #"{"one":7}"#,
  ]

  @Test("decode inside containers as with JSONDecoder", arguments: documents)
  func nested(text: String) {
    let ours = Outcome { try sluice(Lengths.self, text) }
    let theirs = Outcome { try foundation(Lengths.self, text) }
    #expect(ours == theirs)
  }

  @Test(
    "decode at the root as with JSONDecoder",
    arguments: [#"{"cm":250}"#, #"{"m":2.5}"#, #"{"cm":null}"#, "[]", ""])
  func root(text: String) {
    let data = Data(text.utf8)
    let unit = Centimetres.decodingConfiguration
    #expect(
      Outcome { try SluiceDecoder().decode(Length.self, from: data, configuration: unit) }
        == Outcome { try JSONDecoder().decode(Length.self, from: data, configuration: unit) })
    #expect(
      Outcome {
        try SluiceDecoder().decode(Length.self, from: data, configuration: Centimetres.self)
      }
        == Outcome {
          try JSONDecoder().decode(Length.self, from: data, configuration: Centimetres.self)
        })
  }

  @Test("encode as with JSONEncoder")
  func encoded() throws {
    let (ours, theirs) = (SluiceEncoder(), JSONEncoder())
    (ours.outputFormatting, theirs.outputFormatting) = (.sortedKeys, .sortedKeys)
    let unit = Centimetres.encodingConfiguration
    let length = Length(metres: 2.5)
    let data = try ours.encode(length, configuration: unit)
    #expect(String(decoding: data, as: UTF8.self) == #"{"cm":250}"#)
    #expect(try data == theirs.encode(length, configuration: unit))
    #expect(try ours.encode(length, configuration: Centimetres.self) == data)
    #expect(try ours.encode(Lengths()) == theirs.encode(Lengths()))
    #expect(try SluiceDecoder().decode(Lengths.self, from: ours.encode(Lengths())) == Lengths())
  }
}
