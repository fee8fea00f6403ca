import Foundation
import Sluice
import SluiceConvert
import SluiceFoundation
import SluiceReflection
import Testing

/// An object of a feed of samples, in the form of each mapping.
private struct Named: Codable, SluiceConvert.Deserializable, Equatable {
  var id = 0
  var name = ""

  init?(dictionary: [String: Any]) {
    id <-- dictionary["id"]
    name <-- dictionary["name"]
  }
}

private struct Member: SluiceConvert.JSONDeserializable {
  var id = 0
  var name = ""

  init?(dictionary: JSONMembers) {
    id <-- dictionary["id"]
    name <-- dictionary["name"]
  }
}

private struct Reflected: SluiceReflection.JSONCreatable, Equatable {
  var id = 0
  var name = ""
}

/// Reading values of Swift's without a plan: SluiceConvert, SluiceReflection and SluiceFoundation.
extension GrowthRow {
  private static func numbers(_ count: Int) -> String {
    "[" + (0..<count).map { "\($0)" }.joined(separator: ",") + "]"
  }

  static let conversions: [GrowthRow] = [
    GrowthRow("<--, collections at a cursor", 500) { count in
      let text =
        "{\"n\":\(numbers(count)),\"o\":\(Samples.object(count)),\"a\":\(Samples.objects(count))}"
      var reader = JSONReader()
      return {
        try reader.withDocument(text) { root in
          var numbers: [Int] = []
          var fields: [String: Int] = [:]
          var (named, members): ([Named], [Member]) = ([], [])
          var json: JSON?
          numbers <-- (try root["n"])
          fields <-- (try root["o"])
          named <-- (try root["a"])
          members <-- (try root["a"])
          json <-- (try root["a"])
          #expect(numbers.count == count && fields.count == count && named.count == count)
          #expect(members.count == count && json?.array?.count == count)
        }
      }
    },
    GrowthRow("<--, collections of values", 500) { count in
      let any = try JSON(parsing: Samples.objects(count)).foundationObject()
      let dictionary: [String: Any] =
        try JSON(parsing: Samples.object(count)).object?
        .foundationObject() ?? [:]
      return {
        var fields: [String: Int] = [:]
        var (named, members): ([Named], [Member]) = ([], [])
        fields <-- dictionary
        named <-- any
        members <-- any
        #expect(fields.count == count && named.count == count && members.count == count)
      }
    },
    GrowthRow("-->, collections of values", 500) { count in
      let any = try JSON(parsing: Samples.objects(count)).foundationObject()
      let values = Array(0..<count)
      return {
        var (text, json): (String, JSON?) = ("", nil)
        values --> text
        any --> json
        #expect(json?.array?.count == count && !text.isEmpty)
      }
    },
    GrowthRow("JSON.foundationObject()", 500) { count in
      let json = try JSON(parsing: "[\(Samples.objects(count)),\(Samples.object(count))]")
      return {
        _ = try json.foundationObject()
        _ = try json[1]?.object?.foundationObject()
      }
    },
    GrowthRow("JSONDeserializer, JSONSerializer, collections", 300) { count in
      let data = Data(Samples.objects(count).utf8)
      let object = Data(Samples.object(count).utf8)
      let names = try JSON(Samples.keys(count).map { JSON($0) }).serializedData()
      var reader = JSONReader()
      return {
        let deserializer = JSONDeserializer()
        let objects: [Reflected] = try deserializer.deserialize(data)
        let fields: [String: Int] = try deserializer.deserialize(object)
        let keys: Set<String> = try deserializer.deserialize(names)
        #expect(objects.count == count && fields.count == count && keys.count == count)
        let mapping = ArrayMapping(of: ReflectedMapping(Reflected.self))
        let bytes = try mapping.serialized(reader.value(of: data, by: mapping))
        #expect(bytes.count > count)
        _ = try JSONSerializer().serialize(objects)
        _ = try JSONSerializer().serialize(fields)
      }
    },
    GrowthRow("JSONProperties, declared", 500) { count in
      let keys = Samples.keys(count)
      return {
        let properties = JSONProperties<Reflected>(keys.map { JSONProperty($0, \.id) })
        withExtendedLifetime(properties) {}
      }
    },
    GrowthRow("<-- and -->, dates in collections", 200) { count in
      let years = (0..<count).map { _ in "2026" }
      let named = Dictionary(uniqueKeysWithValues: Samples.keys(count).map { ($0, "2026") })
      return {
        var dates: [Date]?
        dates <-- (years, "yyyy")
        #expect(dates?.count == count)
        var dictionary: [String: Date]?
        dictionary <-- (named, "yyyy")
        #expect(dictionary?.count == count)
      }
    },
    GrowthRow("long strings as dates, URLs, UUIDs and decimals", 50000) { count in
      let long = JSON(String(repeating: "1", count: count))
      let url = JSON("http://a/" + String(repeating: "b", count: count))
      let text = try JSON([long, url]).serialized()
      var reader = JSONReader()
      return {
        #expect(long.date(.iso8601) == nil)
        try reader.withDocument(text) { root in
          for format in [JSONDateFormat.iso8601, .secondsSince1970] {
            #expect(throws: JSONError.self) { try root[0].date(format) }
          }
          #expect(throws: JSONError.self) { try root[0].uuid }
          _ = try root[1].url
        }
      }
    },
    GrowthRow("Data as base64", 20000) { count in
      let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
      let mapping = DataMapping()
      var reader = JSONReader()
      return {
        var writer = JSONWriter()
        try writer.value(base64: data)
        let bytes = try writer.takeBytes()
        #expect(try reader.value(of: bytes, by: mapping) == data)
        #expect(try mapping.serialized(data) == JSON(base64: data).serialized())
      }
    },
  ]
}
