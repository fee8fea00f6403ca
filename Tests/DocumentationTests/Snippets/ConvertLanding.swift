import Foundation
import Sluice
import SluiceConvert
import SluiceFeed
import SluiceFoundation
import Testing

struct Vector2D: Convertible {
  var x = 0.0
  var y = 0.0

  static func convert<T>(fromValue value: T?) throws -> Vector2D? {
    switch value {
    case nil: return nil
    case let (x, y) as (Double, Double): return Vector2D(x: x, y: y)
    case let parts as [Double] where parts.count == 2: return Vector2D(x: parts[0], y: parts[1])
    case is [Double]: throw ConversionError.invalidValue
    default: throw ConversionError.unsupportedType
    }
  }
}

struct UserID: ScalarConvertible, Hashable {
  let number: Int

  static func convert(fromScalar scalar: JSON) throws -> UserID? {
    guard let text = scalar.string, text.hasPrefix("user-"), let number = Int(text.dropFirst(5))
    else { throw ConversionError.invalidValue }
    return UserID(number: number)
  }
}

/// Opens an object like the pages.
private func withDictionary<R>(_ text: String, _ body: (JSONMembers) throws -> R) throws -> R {
  var reader = JSONReader(checking: .full)
  return try reader.withDocument(text) { root in
    guard let dictionary = JSONMembers(root) else { throw ConversionError.unsupportedType }
    return try body(dictionary)
  }
}

@Suite("Snippets: SluiceConvert.md, TheOperator.md, ScalarsAndDates.md and comments")
struct ConvertSnippets {
  @Test("a type is made from its members, from Data")
  func landing() throws {
    struct Person: JSONDeserializable {
      var name = "Unknown"
      var age: Int?
      var isMember = false
      var homepage: URL?
      var color = RGBAColor()
      var friends: [Person] = []

      init?(dictionary: JSONMembers) {
        name <-- dictionary["name"]
        age <-- dictionary["age"]  // 37, or "37"
        isMember <-- dictionary["is_member"]  // true, 1, or "y"
        homepage <-- dictionary["homepage"]
        color <-- dictionary["color"]  // "#b06200"
        friends <-- dictionary["friends"]
      }
    }
    let data = Data(
      ##"""
      [{"name": "Ann", "age": "37", "is_member": "y", "homepage": "https://a.b",
        "color": "#b06200", "friends": [{"name": "Bob"}]}]
      """##.utf8)
    var people: [Person] = []
    people <-- data
    let ann = try #require(people.first)
    #expect(ann.name == "Ann" && ann.age == 37 && ann.isMember && ann.homepage != nil)
    #expect(ann.color.hex == "#b06200" && ann.friends[0].name == "Bob")
  }

  @Test("the right side has many forms")
  func rightSides() throws {
    let json: JSON = ["count": 9]
    let text = #"{"count": "10"}"#
    var reader = JSONReader()
    var counts: [Int] = []
    do {
      var count = 1
      count <-- "7"  // 7
      counts.append(count)
      count <-- 8.9  // 8
      counts.append(count)
      count <-- json["count"]
      counts.append(count)
    }
    do {
      var count = 1
      count <-- "7"  // 7
      count <-- 8.9  // 8
      count <-- json["count"]
      try reader.withDocument(text) { root in
        try count <-- root["count"]
        count <-- JSONMembers(root)?["count"]
      }
      counts.append(count)
    }
    do {
      let kept = Conversion.withFailureHandler({ _ in }) {
        var count = 1
        count <-- "7"  // 7
        count <-- "seven"  // still 7
        return count
      }
      counts.append(kept)
    }
    #expect(counts == [7, 8, 9, 10, 7])
  }

  @Test("a variable keeps its value, an optional becomes nil")
  func defaults() throws {
    try withDictionary("{}") { dictionary in
      var title = "Untitled"
      var subtitle: String? = "none"
      title <-- dictionary["title"]  // no such member: still "Untitled"
      subtitle <-- dictionary["subtitle"]  // nil
      #expect(title == "Untitled" && subtitle == nil)
      var name = ""
      name <-- dictionary["name"] ?? dictionary["login"] ?? "nobody"
      #expect(name == "nobody")
    }
    var (number, text) = (0, "")
    number <-- text <-- 42  // "42", 42
    let stored = number <-- "43"
    #expect(text == "42" && stored == 43)
  }

  @Test("dates, colours, enums and custom types")
  func scalars() throws {
    let json = ##"""
      {"born": "1990-05-17", "seen": 1500, "holidays": ["24.12.", "x", "31.12."], "day": "1",
       "level": "member", "levels": ["guest", "boss"], "position": [3, 4.5], "id": "user-7"}
      """##
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = "dd.MM."
    try Conversion.withFailureHandler({ _ in }) {
      try withDictionary(json) { dictionary in
        var (born, seen, holidays) = (Date?.none, Date.distantPast, [Date]())
        born <-- (dictionary["born"], "yyyy-MM-dd")
        seen <-- (dictionary["seen"], .millisecondsSince1970)
        holidays <-- (dictionary["holidays"], formatter)
        #expect(born != nil && seen == Date(timeIntervalSince1970: 1.5) && holidays.count == 2)
        let epoch = Date(timeIntervalSince1970: 0)
        born <-- (dictionary["day"], { (day: Int) in epoch + Double(day) * 86400 })
        #expect(born == Date(timeIntervalSince1970: 86400))

        enum Level: String { case guest, member }
        var (level, levels) = (Level.guest, [Level]())
        level <-- dictionary["level"]
        levels <-- dictionary["levels"]
        #expect(level == .member && levels == [.guest])

        var vector = Vector2D()
        vector <-- (1.0, 2.7)
        vector <-- dictionary["position"]  // [3, 4.5]
        #expect(vector.x == 3 && vector.y == 4.5)

        var id: UserID?
        id <-- dictionary["id"]
        #expect(id?.number == 7)
      }
    }
    var color = RGBAColor()
    color <-- "#b06200aa"
    print(color.red, color.alpha)  // 0.6901960784313725 0.6666666666666666
    #expect("\(color.red) \(color.alpha)" == "0.6901960784313725 0.6666666666666666")
  }

  @Test("the comments' lines for dates and keys")
  func comments() throws {
    struct Material: Hashable {
      let code: String
      init?(code: String) { self.code = code }
    }
    try withDictionary(#"{"day": 2, "stock": {"wood": 3}}"#) { dictionary in
      var born: Date?
      let epoch = Date(timeIntervalSince1970: 0)
      born <-- (dictionary["day"], { (day: Int) in epoch + Double(day) * 86400 })
      #expect(born == Date(timeIntervalSince1970: 2 * 86400))
      var stock: [Material: Int] = [:]
      stock <-- (dictionary["stock"], key: { Material(code: $0) })
      #expect(stock.count == 1 && stock.first?.value == 3)
    }
  }

  @Test("views on the right")
  func views() throws {
    let text = #"{"count": "7", "born": "2001-02-03", "login": "ann", "extra": [1]}"#
    var count = 0
    var born: Date?
    var names: [String] = []
    var name = ""
    var raw: Any = 0
    let document = try JSONDocument(parsing: text)
    let fields = Dictionary(
      uniqueKeysWithValues: try document.root.fields.map { ($0.key, $0.value) })
    count <-- fields["count"]
    born <-- (fields["born"], "yyyy-MM-dd")
    names <-- [fields["name"], fields["login"]].compactMap { $0 }
    name <-- fields["name"] ?? fields["login"] ?? "nobody"
    raw <-- fields["extra"]  // an Any: the view itself
    #expect(count == 7 && born != nil && names == ["ann"] && name == "ann")
    #expect((raw as? JSONView)?.description == "[1]")
  }
}
