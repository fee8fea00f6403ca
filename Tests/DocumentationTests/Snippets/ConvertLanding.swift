import Foundation
import Sluice
import SluiceConvert
import SluiceFeed
import SluiceFoundation
import Testing

// example ScalarsAndDates.md: struct Vector2D: Convertible {

// example ScalarsAndDates.md: struct UserID: ScalarConvertible, Hashable {

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
    // example SluiceConvert.md: struct Person: JSONDeserializable {
    let data = Data(
      ##"""
      [{"name": "Ann", "age": "37", "is_member": "y", "homepage": "https://a.b",
        "color": "#b06200", "friends": [{"name": "Bob"}]}]
      """##.utf8)
    // example SluiceConvert.md: var people: [Person] = []
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
      // example TheOperator.md: var count = 1
      counts.append(count)
    }
    do {
      let kept = Conversion.withFailureHandler({ _ in }) {
        // example Convert+Values.swift: var count = 1
        return count
      }
      counts.append(kept)
    }
    #expect(counts == [7, 8, 9, 10, 7])
  }

  @Test("a variable keeps its value, an optional becomes nil")
  func defaults() throws {
    try withDictionary("{}") { dictionary in
      // example TheOperator.md: var title = "Untitled"
      #expect(title == "Untitled" && subtitle == nil)
      // example TheOperator.md: var name = ""
      #expect(name == "nobody")
    }
    // example TheOperator.md: var (number, text) = (0, "")
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
        // example ScalarsAndDates.md: var (born, seen, holidays) = (Date?.none, Date.distantPast,
        #expect(born != nil && seen == Date(timeIntervalSince1970: 1.5) && holidays.count == 2)
        // example ScalarsAndDates.md: let epoch = Date(timeIntervalSince1970: 0)
        #expect(born == Date(timeIntervalSince1970: 86400))

        // example ScalarsAndDates.md: enum Level: String { case guest, member }
        #expect(level == .member && levels == [.guest])

        // example ScalarsAndDates.md: var vector = Vector2D()
        #expect(vector.x == 3 && vector.y == 4.5)

        var id: UserID?
        id <-- dictionary["id"]
        #expect(id?.number == 7)
      }
    }
    // example ScalarsAndDates.md: var color = RGBAColor()
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
      // example ScalarsAndDates.md: let epoch = Date(timeIntervalSince1970: 0)
      #expect(born == Date(timeIntervalSince1970: 2 * 86400))
      // example Convert+Keys.swift: var stock: [Material: Int] = [:]
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
    // example TheOperator.md: let document = try JSONDocument(parsing: text)
    #expect(count == 7 && born != nil && names == ["ann"] && name == "ann")
    #expect((raw as? JSONView)?.description == "[1]")
  }
}
