import Foundation
import Sluice
import SluiceReflection
import Testing

private struct Reading: JSONPropertyMapped, Equatable {
  var sensor = ""
  var celsius: Double?
  var parts: [Reading] = []

  static let jsonProperties: JSONProperties<Reading> = [
    JSONProperty("sensor_id", \.sensor),
    JSONProperty("temperature", \.celsius),
    JSONProperty("parts", \.parts),
  ]
}

private final class Station: JSONPropertyMapped {
  var name = "none"
  var readings: [String: Reading] = [:]
  static let jsonProperties: JSONProperties<Station> = [
    JSONProperty("name", \.name), JSONProperty("readings", \.readings),
  ]
  init() {}
}

@Suite("Tables of key paths")
struct TableTests {
  @Test("fields are read into and written from the properties of the table, even recursively")
  func both() throws {
    let reading = try read(
      Reading.self,
      #"{"temperature": "21.5", "sensor_id": 7, "parts": [{"sensor_id": "b"}], "extra": {}}"#)
    #expect(reading.sensor == "7" && reading.celsius == 21.5 && reading.parts[0].sensor == "b")
    #expect(
      try written(reading)
        == #"{"sensor_id":"7","temperature":21.5,"parts":[{"sensor_id":"b"}]}"#)
  }

  @Test("a class can have a table; into: replaces a struct and changes a class")
  func into() throws {
    let json = #"{"name": "A", "readings": {"x": {"sensor_id": "s"}, "y": 5}}"#
    var station = try read(Station.self, json)
    #expect(station.readings == ["x": Reading(sensor: "s")])
    try JSONDeserializer().deserialize(Data(#"{"name": "B"}"#.utf8), into: &station)
    #expect(station.name == "B" && station.readings.count == 1)
    var reading = Reading(sensor: "s", celsius: 1)
    let data = Data(#"{"temperature": 2, "temperature": "x"}"#.utf8)
    try JSONDeserializer().deserialize(data, into: &reading)
    #expect(reading == Reading(sensor: "s", celsius: 1))
  }

  @Test("a class with a table is unchanged when reading into it fails, or another field counts")
  func intoClassIsAtomic() throws {
    final class Chain: JSONPropertyMapped {
      var name = "none"
      var next: Chain?
      static let jsonProperties: JSONProperties<Chain> = [
        JSONProperty("name", \.name), JSONProperty("next", \.next),
      ]
      init() {}
    }
    var chain = Chain()
    let first = chain
    chain.name = "mine"
    let deserializer = JSONDeserializer()
    deserializer.readingOptions.depthLimit = 8
    deserializer.readingOptions.checking = .accessed
    let deep = String(repeating: #"{"name": "x", "next": "#, count: 20)
    let data = Data((deep + "{}" + String(repeating: "}", count: 20)).utf8)
    let error = jsonError { try deserializer.deserialize(data, into: &chain) }
    #expect(error?.code == .depthExceeded && chain.name == "mine" && chain.next == nil)
    try deserializer.deserialize(Data(#"{"name": "a", "name": []}"#.utf8), into: &chain)
    #expect(chain.name == "mine")
    try deserializer.deserialize(Data(#"{"name": "a", "next": {}}"#.utf8), into: &chain)
    #expect(chain === first && chain.name == "a" && chain.next?.name == "none")
  }

  @Test("a type can be made from leaves, arrays and objects, each in its own way")
  func facets() throws {
    struct Flexible: JSONPropertyMapped, JSONLeafCreatable, JSONCollectionCreatable {
      var text = ""
      static var elementType: Any.Type { Int.self }
      static let jsonProperties: JSONProperties<Flexible> = [JSONProperty("text", \.text)]
      init() {}
      init?(jsonValue: JSONLeafValue) {
        guard case .string(let text) = jsonValue else { return nil }
        self.text = "leaf \(text)"
      }
      init(array: [Any]) { text = "array \(array.map { "\($0)" }.joined(separator: "+"))" }
    }
    let deserializer = JSONDeserializer()
    let values: [Flexible] = try deserializer.deserialize(
      Data(#"["a", [1, "2", "x"], {"text": "o"}, 5]"#.utf8))
    #expect(values.map(\.text) == ["leaf a", "array 1+2", "o"])
  }
}
