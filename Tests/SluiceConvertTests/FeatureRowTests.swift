import Foundation
import Sluice
import SluiceConvert
import SluiceFoundation
import SluiceJSONHelperNames
import Testing

/// The rows of JSONHelper in the matrix of features that users of the five libraries check.
@Suite("JSONHelper's features")
struct FeatureRowTests {
  private let data = Data(
    #"""
    {"people": [{"name": "Ann", "age": "37"}, {"name": "Bob"}, 7], "one": {"name": "Cy"},
     "count": "3", "flag": "y", "color": "#b06200", "page": "https://a.b", "seen": 7,
     "price": "1.25", "suit": "hearts", "text": "{\"name\": \"Di\"}", "byID": {"5": {"name": "Ed"}},
     "born": "1970-01-02", "none": null}
    """#.utf8)

  private struct Human: Deserializable {
    var name = "?"
    var age: Int?
    var child: [Human] = []
    init(dictionary: [String: Any]) {
      name <-- dictionary["name"]
      age <-- dictionary["age"]
      child <-- dictionary["child"]
    }
  }

  private enum Suit: String { case spades, hearts }

  private func fields() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test("row 'decode object / array from Data at a path': <-- on a member, over Data or a cursor")
  func decode() throws {
    var (one, people): (Human?, [Human]) = (nil, [])
    _ = try failures {
      var reader = JSONReader()
      try reader.withDocument(data) { root in
        try one <-- root["one"]
        try people <-- root.at(keyPath: "people")
      }
    }
    #expect(one?.name == "Cy" && people.map(\.name) == ["Ann", "Bob"])
  }

  @Test("row 'decode from already parsed JSON': a dictionary of JSONSerialization, and JSON")
  func parsed() throws {
    var (one, other): (Human?, Human?) = (nil, nil)
    one <-- (try fields()["one"])
    other <-- (try JSON(parsing: data)["one"])
    #expect(one?.name == "Cy" && other?.name == "Cy")
  }

  @Test("row 'root array': an array as the whole document")
  func rootArray() {
    var people: [Human] = []
    people <-- Data(#"[{"name": "Ann"}, {"name": "Bob"}]"#.utf8)
    #expect(people.map(\.name) == ["Ann", "Bob"])
  }

  @Test("row 'required vs optional fields': all are optional")
  func optional() {
    var human: Human?
    human <-- "{}"
    #expect(human?.name == "?" && human?.age == nil)
  }

  @Test("row 'default value': the current value is kept")
  func defaultValue() throws {
    var count = 9
    count <-- (try fields()["missing"])
    #expect(count == 9)
  }

  @Test("row 'explicit nil binding': an optional becomes nil for a missing or null member")
  func nilBinding() throws {
    var (a, b): (Int?, Int?) = (1, 1)
    a <-- (try fields()["missing"])
    b <-- (try fields()["none"])
    #expect(a == nil && b == nil)
  }

  @Test("row 'all errors reported at once' and 'log levels': each failure reaches the handler")
  func reported() throws {
    var (count, seen) = (0, 0)
    let log = failures {
      count <-- "x"
      seen <-- "y"
    }
    #expect(log.count == 2)
  }

  @Test("row 'skip bad array items': always")
  func badItems() throws {
    var people: [Human] = []
    let log = try failures { people <-- (try fields()["people"]) }
    #expect(people.count == 2 && log.count == 1)
  }

  @Test("row 'strict bool/number distinction': no, true is 1 and 1 is true")
  func looseBooleans() throws {
    var (int, bool) = (0, false)
    try withJSON("[true, 1]") { root in
      try int <-- root[0]
      try bool <-- root[1]
    }
    #expect(int == 1 && bool)
  }

  @Test("row 'string→number'")
  func stringToNumber() throws {
    var count = 0
    count <-- (try fields()["count"])
    #expect(count == 3)
  }

  @Test("row 'number→string'")
  func numberToString() throws {
    var seen = ""
    seen <-- (try fields()["seen"])
    #expect(seen == "7")
  }

  @Test("row 'y/n → Bool'")
  func yesNo() throws {
    var flag = false
    flag <-- (try fields()["flag"])
    #expect(flag)
    flag <-- "n"
    #expect(!flag)
  }

  @Test("row 'hex → colour'")
  func color() throws {
    var color: Color?
    color <-- (try fields()["color"])
    #expect(color?.hex == "#b06200")
  }

  @Test("row 'URL'")
  func url() throws {
    var page: URL?
    page <-- (try fields()["page"])
    #expect(page?.absoluteString == "https://a.b")
  }

  @Test("row 'Date': a number of seconds, a string with a format")
  func date() throws {
    var (seen, born): (Date?, Date?) = (nil, nil)
    seen <-- (try fields()["seen"])
    born <-- (try fields()["born"], "yyyy-MM-dd")
    #expect(seen == Date(timeIntervalSince1970: 7))
    #expect(
      Calendar(identifier: .gregorian).dateComponents([.year, .day], from: born ?? .now).day == 2)
  }

  @Test("row 'Decimal'")
  func decimal() throws {
    var price = Decimal()
    price <-- (try fields()["price"])
    #expect(price == Decimal(sign: .plus, exponent: -2, significand: 125))
  }

  @Test("row 'enum': by its raw value")
  func enums() throws {
    var suit = Suit.spades
    suit <-- (try fields()["suit"])
    #expect(suit == .hearts)
  }

  @Test("row 'stringified JSON': a Deserializable from a string")
  func stringified() throws {
    var human: Human?
    human <-- (try fields()["text"])
    #expect(human?.name == "Di")
  }

  @Test("row 'struct / class / tuple targets': any")
  func targets() throws {
    final class Holder { var count = 0 }
    let holder = Holder()
    var pair = (name: "", count: 0)
    holder.count <-- (try fields()["count"])
    pair.count <-- (try fields()["count"])
    pair.name <-- (try fields()["suit"])
    #expect(holder.count == 3 && pair == ("hearts", 3))
  }

  @Test("row 'let properties': through a variable, because <-- assigns")
  func constants() throws {
    struct Fixed {
      let count: Int
      init?(_ fields: [String: Any]) {
        var read: Int?
        guard let count = read <-- fields["count"] else { return nil }
        self.count = count
      }
    }
    #expect(Fixed(try fields())?.count == 3)
  }

  @Test("row 'recursive types'")
  func recursive() {
    var human: Human?
    human <-- #"{"name": "a", "child": [{"name": "b", "child": [{"name": "c"}]}]}"#
    #expect(human?.child[0].child[0].name == "c")
  }

  @Test("row 'dictionaries keyed by id': [K: V], including keys that are not strings")
  func byID() throws {
    var (byID, byName): ([Int: Human], [String: Human]) = ([:], [:])
    byID <-- (try fields()["byID"])
    byName <-- (try fields()["byID"])
    #expect(byID[5]?.name == "Ed" && byName["5"]?.name == "Ed")
  }

  @Test("row 'encode / dump': Serializable and -->, promised by the original")
  func encode() {
    struct Point: Serializable {
      func toDictionary() -> [String: Any] { ["x": 1, "y": 2.5] }
    }
    var text = ""
    Point() --> text
    #expect(text == #"{"x":1,"y":2.5}"#)
  }

  @Test("row 'custom extension point': Convertible, from tuples too")
  func custom() {
    struct Vector: Convertible, Equatable {
      var x = 0.0
      var y = 0.0
      static func convert<T>(fromValue value: T?) throws -> Vector? {
        guard let (x, y) = value as? (Double, Double) else { throw ConversionError.unsupportedType }
        return Vector(x: x, y: y)
      }
    }
    var vector = Vector()
    vector <-- (1.0, 2.7)
    #expect(vector == Vector(x: 1, y: 2.7))
  }

  @Test("JSONHelper's names: Color, JSONDictionary, JSONHelper's formatter and null")
  func names() async {
    #expect(JSONHelper.convertToNilIfNull(NSNull() as Any) == nil)
    #expect(JSONHelper.convertToNilIfNull(7) == 7)
    let dictionary: JSONDictionary = ["a": 1]
    #expect(dictionary.count == 1)
    await #expect(processExitsWith: .success) {
      JSONHelper.dateFormatter.dateFormat = "yyyy"
      JSONHelper.dateFormatter.timeZone = TimeZone(secondsFromGMT: 0)
      var date: Date?
      date <-- "1970"
      #expect(date == Date(timeIntervalSince1970: 0))
    }
  }
}
