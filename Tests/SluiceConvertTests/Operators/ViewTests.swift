import Foundation
import Sluice
import SluiceConvert
import Testing

private enum Fare: String { case free, paid }

private struct Visitor: JSONDeserializable, Equatable {
  var name = ""
  var age: Int?

  init(name: String, age: Int?) {
    self.name = name
    self.age = age
  }

  init?(dictionary: JSONMembers) {
    name <-- dictionary["name"]
    age <-- dictionary["age"]
  }
}

@Suite("Views on the right")
struct ViewTests {
  private let document: JSONDocument

  init() throws {
    document = try JSONDocument(
      parsing: #"""
        {"id": "7", "name": null, "login": "ann", "plan": "paid", "born": "2001-02-03",
         "tags": ["a", 1, null], "limits": {"x": "1", "y": 2}, "owner": {"name": "Ann", "age": "30"},
         "people": [{"name": "Bo"}, {"name": "Cy", "age": 4}], "ratio": 0.5, "bad": "seven"}
        """#)
  }

  private func field(_ name: String) -> JSONView? { try? document.root[name] }

  @Test("convert as cursors at the same place do")
  func values() throws {
    var id = 1
    id <-- field("id")
    #expect(id == 7)
    id <-- field("missing")
    id <-- field("name")
    #expect(id == 7, "nothing and null keep the value")
    var name: String? = "old"
    name <-- field("name")
    #expect(name == nil)
    var plan = Fare.free
    plan <-- field("plan")
    #expect(plan == .paid)
    var tags: [String] = []
    tags <-- field("tags")
    #expect(tags == ["a", "1"])
    var limits: [String: Int]?
    limits <-- field("limits")
    #expect(limits == ["x": 1, "y": 2])
    var people: [Visitor]?
    people <-- field("people")
    #expect(people == [Visitor(name: "Bo", age: nil), Visitor(name: "Cy", age: 4)])
    var owner: Visitor?
    owner <-- field("owner")
    #expect(owner == Visitor(name: "Ann", age: 30))
    var whole: Visitor?
    whole <-- document
    #expect(whole == Visitor(name: "", age: nil))
  }

  @Test("stand in an Any, in collections, in tuples and before ??")
  func places() throws {
    let any: Any = try #require(field("id"))
    var id: Int?
    id <-- any
    #expect(id == 7)
    let fields: [String: Any] = ["id": any, "ratio": field("ratio") as Any, "n": 3]
    var numbers: [String: Double] = [:]
    numbers <-- fields
    #expect(numbers == ["id": 7, "ratio": 0.5, "n": 3])
    var names: [String] = []
    names <-- [field("login"), field("name"), field("id")].compactMap { $0 }
    #expect(names == ["ann", "7"])
    var born: Date?
    born <-- (field("born"), "yyyy-MM-dd")
    let day = try #require(born)
    #expect(abs(day.timeIntervalSince1970 - 981_158_400) < 86400)
    var days: [Date] = []
    days <-- ([field("born"), field("born")].compactMap { $0 }, "yyyy-MM-dd")
    #expect(days == [day, day])
    var doubled: Int?
    doubled <-- (field("id"), { (number: Int) in number * 2 })
    #expect(doubled == 14)
    var name = ""
    name <-- field("missing") ?? field("login") ?? "nobody"
    #expect(name == "ann")
    name <-- field("missing") ?? "nobody"
    #expect(name == "nobody")
  }

  @Test("an Any and a JSONView take the view, other types Foundation's value")
  func casts() throws {
    var any: Any = 0
    any <-- field("tags")
    #expect((any as? JSONView)?.description == #"["a",1,null]"#)
    var view: JSONView?
    view <-- field("limits")
    #expect(view == field("limits"))
    var list: [Any] = []
    list <-- field("tags")
    #expect(list.count == 3 && list[0] as? String == "a")
    var json: JSON = 0
    json <-- field("limits")
    #expect(json == ["x": "1", "y": 2])
  }

  @Test("a failed conversion is reported with its place in the document")
  func reported() throws {
    var number = 3
    let reports = failures { number <-- field("bad") }
    #expect(number == 3)
    #expect(
      reports == [
        #"Invalid value for supported type: expected Int at $.bad, found string "seven" (line 3, column 77)"#
      ])
  }
}
