import Foundation
import Sluice
import SluiceConvert
import SluiceFoundation
import Testing

private enum Suit: String { case hearts }

private struct Account: Serializable, Deserializable, Equatable {
  var id = 0
  var name: String?
  var suit = Suit.hearts
  var tags: [String] = []

  init(id: Int) { self.id = id }

  init?(dictionary: [String: Any]) {
    id <-- dictionary["id"]
    name <-- dictionary["name"]
    suit <-- dictionary["suit"]
    tags <-- dictionary["tags"]
  }

  func toDictionary() -> [String: Any] {
    var dictionary: [String: Any] = [:]
    id --> dictionary["id"]
    name --> dictionary["name"]
    suit --> dictionary["suit"]
    tags --> dictionary["tags"]
    return dictionary
  }
}

private struct Order: JSONSerializable, JSONDeserializable, Equatable {
  var total = Decimal()
  var placed: Date?
  var paid: Date?
  var page: URL?
  var color = RGBAColor()
  var accounts: [Int: Account] = [:]

  init() {}

  init(dictionary: JSONMembers) {
    total <-- dictionary["total"]
    placed <-- dictionary["placed"]
    paid <-- (dictionary["paid"], .millisecondsSince1970)
    page <-- dictionary["page"]
    color <-- dictionary["color"]
    accounts <-- dictionary["accounts"]
  }

  func toObject() -> JSONObject {
    var object = JSONObject()
    total --> object["total"]
    placed --> object["placed"]
    (paid, .millisecondsSince1970) --> object["paid"]
    page --> object["page"]
    color --> object["color"]
    accounts --> object["accounts"]
    return object
  }
}

private struct Failing: Serializable {
  struct Reason: Error, CustomStringConvertible { let description = "no reason" }
  func toDictionary() throws -> [String: Any] { throw Reason() }
}

private final class Loop: JSONSerializable {
  var next: Loop?
  func toObject() -> JSONObject {
    var object = JSONObject()
    next --> object["next"]
    return object
  }
}

private final class DictionaryLoop: Serializable {
  var next: DictionaryLoop?
  func toDictionary() -> [String: Any] { ["next": next as Any] }
}

@Suite("The operator -->")
struct SerializableTests {
  @Test("values written into a string, Data, JSON and a dictionary are read back the same")
  func roundTrips() throws {
    var account = Account(id: 7)
    account.name = "Ann \"A\""
    account.tags = ["x", "ü"]
    var (text, data, json, dictionary) = ("", Data(), JSON.null, [String: Any]())
    account --> text
    account --> data
    account --> json
    account --> dictionary
    #expect(text == #"{"id":7,"name":"Ann \"A\"","suit":"hearts","tags":["x","ü"]}"#)
    #expect(String(decoding: data, as: UTF8.self) == text && json.description == text)
    for value: Any in [text, data, json, dictionary] {
      var again: Account?
      again <-- value
      #expect(again == account, "\(type(of: value))")
    }
  }

  @Test("an object's fields keep the order of the lines, and values of every kind are read back")
  func order() throws {
    var order = Order()
    order.total = try #require(Decimal(string: "12345678901234567890.25"))
    order.placed = Date(timeIntervalSince1970: 7)
    order.paid = Date(timeIntervalSince1970: 1.5)
    order.page = URL(string: "https://a.b/c")
    order.color = RGBAColor(red: 1, alpha: 0.4)
    order.accounts = [2: Account(id: 2), 1: Account(id: 1)]
    var text = ""
    order --> text
    #expect(
      text == ##"{"total":12345678901234567890.25,"placed":"1970-01-01T00:00:07Z","paid":1500,"##
        + ##""page":"https://a.b/c","color":"#ff000066","accounts":"##
        + ##"{"1":{"id":1,"suit":"hearts","tags":[]},"2":{"id":2,"suit":"hearts","tags":[]}}}"##)
    var again = Order()
    again <-- text
    #expect(again == order)
    var dictionary: [String: Any] = [:]
    order --> dictionary
    again = Order()
    again <-- dictionary
    #expect(again == order)
  }

  @Test("nil removes a member, makes an optional nil, and leaves other variables unchanged")
  func nothing() {
    let none: Account? = nil
    var (dictionary, json): ([String: Any], JSON) = (["a": 1], ["a": 1])
    none --> dictionary["a"]
    none --> json["a"]
    #expect(dictionary.isEmpty && json == [:])
    var (text, optional): (String, String?) = ("old", "old")
    none --> text
    none --> optional
    #expect(text == "old" && optional == nil)
  }

  @Test("a value without a JSON form is a failure, and nothing is set")
  func failing() {
    var (text, optional, dictionary): (String, Data?, [String: Any]) = ("old", Data(), ["a": 1])
    let log = failures {
      Double.nan --> text
      Failing() --> optional
      [1, Double.infinity] --> text
      NSObject() --> text
      7 --> dictionary
    }
    #expect(text == "old" && optional == nil && dictionary.count == 1 && log.count == 5)
    #expect(log[1].hasPrefix("no reason"))
  }

  @Test("cyclic objects are a failure")
  func circles() async {
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      let thread = Thread {
        let (loop, other) = (Loop(), DictionaryLoop())
        loop.next = loop
        other.next = other
        var (text, again): (String?, String?) = (nil, "old")
        let log = failures { loop --> text }
        let logOfOther = failures { other --> again }
        loop.next = nil
        other.next = nil
        #expect(text == nil && log.count == 1)
        #expect(again == nil && logOfOther.count == 1)
        #expect(logOfOther.allSatisfy { $0.contains("nesting") })
        done.resume()
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  @Test("collections, nested and of mixed types, are written element by element")
  func collections() {
    var text = ""
    [Account(id: 1)] --> text
    #expect(text == #"[{"id":1,"suit":"hearts","tags":[]}]"#)
    (["b": [1, nil, 2], "a": [nil]] as [String: [Int?]]) --> text
    #expect(text == #"{"a":[null],"b":[1,null,2]}"#)
    [Suit.hearts: 1] --> text
    #expect(text == #"{"hearts":1}"#)
  }

  @Test("dates in a format are written into members")
  func dates() {
    var (dictionary, json): ([String: Any], JSON) = ([:], [:])
    let date = Date(timeIntervalSince1970: 86400.5)
    (date, "yyyyX") --> dictionary["a"]
    (date, "D") --> json["a"]
    let formatter = DateFormatter()
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "D"
    (date, formatter) --> dictionary["b"]
    (date, formatter) --> json["b"]
    (date, .secondsSince1970) --> dictionary["c"]
    (date, .secondsSince1970) --> json["c"]
    #expect((dictionary["a"] as? String)?.hasPrefix("1970") == true)
    #expect(dictionary["b"] as? String == "2" && dictionary["c"] as? Double == 86400.5)
    #expect(json["b"] == "2" && json["c"] == 86400.5)
    (nil, "D") --> json["b"]
    #expect(json["b"] == nil)
    let log = failures { (Date.distantFuture + 1e15, .iso8601) --> json["c"] }
    #expect(json["c"] == nil && log.count == 1)
  }
}
