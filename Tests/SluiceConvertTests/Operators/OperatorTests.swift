import Foundation
import Sluice
import SluiceConvert
import Testing

private enum Suit: String { case hearts, spades }
private enum Level: Int, Convertible { case low = 1, high = 2 }
private struct Flags: OptionSet { let rawValue: Int }
private final class Box { var count = 1; var name: String? = "old" }
private struct Unknown: Equatable { var x = 1 }

@Suite("The operator <--")
struct OperatorTests {
  @Test("a variable that is not optional keeps its value for nil and failures")
  func keeps() throws {
    try withMembers(#"{"a": 7, "b": null, "c": "x", "d": [1, "2", "x", null, 3.5]}"#) { members in
      var (int, list, map) = (1, [9], ["k": 9])
      var suit = Suit.spades
      let log = failures {
        int <-- members["missing"]
        int <-- members["b"]
        int <-- members["c"]
        list <-- members["missing"]
        list <-- members["b"]
        list <-- members["a"]
        map <-- members["d"]
        suit <-- members["c"]
      }
      #expect(int == 1 && list == [9] && map == ["k": 9] && suit == .spades)
      #expect(log.count == 4)
      int <-- members["a"]
      #expect(int == 7)
    }
  }

  @Test("an optional scalar becomes nil for nil and failures")
  func optional() throws {
    try withMembers(#"{"a": 7, "b": null, "c": "x"}"#) { members in
      for key in ["missing", "b", "c"] {
        var (int, suit, date): (Int?, Suit?, Date?) = (1, .hearts, Date())
        _ = failures {
          #expect((int <-- members[key]) == nil)
          suit <-- members[key]
          date <-- members[key]
        }
        #expect(int == nil && suit == nil && date == nil, "\(key)")
      }
    }
  }

  @Test(
    "an optional array or dictionary keeps its value for nil and for another type, and nil is returned"
  )
  func untouched() throws {
    try withMembers(#"{"a": 7, "b": null, "list": [], "map": {}}"#) { members in
      for key in ["missing", "a", "b"] {
        var (list, map): ([Int]?, [String: Int]?) = ([9], ["k": 9])
        var (suits, suitMap): ([Suit]?, [String: Suit]?) = ([.hearts], ["k": .hearts])
        _ = failures {
          #expect((list <-- members[key]) == nil)
          #expect((map <-- members[key]) == nil)
          #expect((suits <-- members[key]) == nil)
          #expect((suitMap <-- members[key]) == nil)
          let json = try? members[key]?.materialize()
          #expect((list <-- json) == nil)
          #expect((map <-- json) == nil)
          #expect((suits <-- json) == nil)
          #expect((suitMap <-- json) == nil)
        }
        #expect(list == [9] && map == ["k": 9], "\(key)")
        #expect(suits == [.hearts] && suitMap == ["k": .hearts], "\(key)")
      }
      var (list, map): ([Int]?, [String: Int]?) = ([9], nil)
      list <-- members["list"]
      map <-- members["map"]
      #expect(list == [] && map == [:])
    }
  }

  @Test("arrays and dictionaries drop what can't be converted, and report each with its place")
  func drops() throws {
    let text = #"{"list": [1, "2", "x", null, 3.5], "map": {"a": 1, "b": "x", "c": null}}"#
    var (list, map): ([Int], [String: Int]) = ([], [:])
    let log = try failures {
      try withMembers(text) { members in
        list <-- members["list"]
        map <-- members["map"]
      }
    }
    #expect(list == [1, 2, 3] && map == ["a": 1])
    #expect(
      log == [
        "Invalid value for supported type: expected Int at $.list[2], found string \"x\" (line 1, column 19)",
        "Invalid value for supported type: expected Int at $.map.b, found string \"x\" (line 1, column 57)",
      ])
    let any = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let logOfValues = failures {
      list <-- any?["list"]
      map <-- any?["map"]
    }
    #expect(list == [1, 2, 3] && map == ["a": 1])
    #expect(
      logOfValues == [
        "Invalid value for supported type: expected Int at [2], found String \"x\"",
        "Invalid value for supported type: expected Int at [\"b\"], found String \"x\"",
      ])
  }

  @Test("arrays of arrays and dictionaries of arrays are converted all the way down")
  func nested() throws {
    try withMembers(#"{"a": [[1, "2"], ["3"], 4], "b": {"x": ["1"], "y": []}}"#) { members in
      var (lists, maps): ([[Int]], [String: [Double]]) = ([], [:])
      let log = failures {
        lists <-- members["a"]
        maps <-- members["b"]
      }
      #expect(lists == [[1, 2], [3]] && maps == ["x": [1], "y": []] && log.count == 1)
    }
  }

  @Test("the new value is returned, and lines chain from the right")
  func chains() {
    var (a, b, c) = (0, 0.0, "")
    a <-- b <-- c <-- 7
    #expect(a == 7 && b == 7 && c == "7")
    let result = a <-- (b <-- "8")
    #expect(result == 8)
    let kept = a <-- "x" as String?
    _ = failures { a <-- "x" }
    #expect(kept == 8 && a == 8)
  }

  @Test("enums convert from strings and numbers that convert to their raw values")
  func enums() throws {
    try withMembers(#"{"s": "hearts", "n": 2, "t": "1", "f": 1.5, "w": 1.0, "z": "clubs"}"#) {
      members in
      var (suit, level): (Suit?, Level) = (nil, .high)
      suit <-- members["s"]
      level <-- members["t"]
      #expect(suit == .hearts && level == .low)
      level <-- members["n"]
      #expect(level == .high)
      level <-- members["w"]
      #expect(level == .low)
      level = .high
      let log = failures {
        level <-- members["f"]
        level <-- 1.5
        suit <-- members["z"]
      }
      #expect(level == .high && suit == nil && log.count == 3)
      level <-- true
      #expect(level == .low)
      var flags = Flags()
      flags <-- members["n"]
      #expect(flags.rawValue == 2)
      suit <-- Suit.spades
      #expect(suit == .spades)
      var text = ""
      text <-- Suit.hearts
      #expect(text == "hearts")
    }
  }

  @Test("arrays and dictionaries of enums are converted, Convertible or not")
  func collectionsOfEnums() throws {
    try withMembers(
      #"{"s": ["hearts", "clubs", "spades"], "m": {"1": "spades"}, "l": [1, 7, "2"]}"#
    ) {
      members in
      var (suits, map, levels): ([Suit], [Int: Suit], [Level]?) = ([], [:], nil)
      let log = failures {
        suits <-- members["s"]
        map <-- members["m"]
        levels <-- members["l"]
      }
      #expect(suits == [.hearts, .spades] && map == [1: .spades] && levels == [.low, .high])
      #expect(log.count == 2)
      suits = []
      suits <-- ["spades"]
      map <-- ["2": "hearts"]
      #expect(suits == [.spades] && map == [2: .hearts])
    }
  }

  @Test("dictionaries have keys of any convertible type, or keys that a closure makes")
  func keys() throws {
    try withMembers(#"{"m": {"1": "a", "x": "b", "2": "c"}}"#) { members in
      var (byNumber, byLevel): ([Int: String], [Level: String]?) = ([:], nil)
      let log = failures {
        byNumber <-- members["m"]
        byLevel <-- members["m"]
      }
      #expect(
        byNumber == [1: "a", 2: "c"] && byLevel == [.low: "a", .high: "c"] && log.count == 2)
      var byUnknown: [Character: String] = [:]
      byUnknown <-- (members["m"], key: { $0.first })
      #expect(byUnknown == ["1": "a", "x": "b", "2": "c"])
      var optional: [Character: String]?
      _ = failures { optional <-- (7, key: { $0.first }) }
      #expect(optional == nil)
      optional <-- (["k": 1], key: { $0.first })
      #expect(optional == ["k": "1"])
    }
  }

  @Test("the last of several equal keys counts, even if it can't be converted")
  func duplicates() throws {
    var map: [String: Int] = [:]
    _ = try failures {
      _ = try withJSON(#"{"a": 1, "b": 2, "a": 3, "b": "x"}"#) { map <-- $0 }
    }
    #expect(map == ["a": 3])
    var int = 0
    try withMembers(#"{"a": 1, "a": 2}"#) { int <-- $0["a"] }
    #expect(int == 2)
    var reader = JSONReader()
    _ = try reader.withDocument(#"{"a": 1, "a": 3}"#) { map <-- $0 }
    #expect(map == ["a": 3])
    reader.options.duplicateKeys = .firstWins
    _ = try reader.withDocument(#"{"a": 1, "a": 3}"#) { map <-- $0 }
    #expect(map == ["a": 1])
    reader.options.duplicateKeys = .reject
    let log = try failures {
      _ = try reader.withDocument(#"{"a": 1, "a": 3}"#) { map <-- $0 }
    }
    #expect(map == ["a": 1] && log.count == 1)
  }

  @Test("the left side can use optional chaining")
  func optionalChaining() throws {
    let box: Box? = Box()
    let none: Box? = nil
    try withMembers(#"{"count": 7}"#) { members in
      box?.count <-- members["count"]
      none?.count <-- members["count"]
    }
    #expect(box?.count == 7)
  }

  @Test("a type that is not convertible accepts only values of its own type")
  func anything() throws {
    var (value, optional): (Unknown, Unknown?) = (Unknown(), Unknown(x: 3))
    value <-- Unknown(x: 2)
    #expect(value.x == 2)
    let log = failures {
      value <-- 7
      optional <-- "x"
    }
    #expect(value.x == 2 && optional == nil && log.count == 2)
    try withMembers(#"{"o": {"a": [1, null, true]}, "n": null}"#) { members in
      var (object, any): ([String: Any]?, Any?) = (nil, 1)
      object <-- members["o"]
      #expect((object?["a"] as? [Any])?.count == 3)
      #expect((object?["a"] as? [Any])?[0] as? Int == 1)
      #expect((object?["a"] as? [Any])?[1] is NSNull)
      any <-- members["n"]
      #expect(any == nil)
    }
  }

  @Test("a variable of type Any accepts any value, and keeps it for nil and null")
  func anyValue() throws {
    var any: Any = 0
    any <-- 5
    #expect(any as? Int == 5)
    any <-- nil as String?
    #expect(any as? Int == 5)
    try withJSON(#"{"a": [1], "b": null}"#) { root in
      any <-- (try root["a"])
      #expect((any as? [Any])?.count == 1)
      any <-- (try root["b"])
      any <-- (try root[ifPresent: "c"])
      #expect((any as? [Any])?.count == 1)
      _ = any <-- "text"
      #expect(any as? String == "text")
    }
  }

  @Test("JSON converts from every value with a JSON form, and back")
  func json() throws {
    var json = JSON.null
    json <-- ["a": [1, 2.5], "b": [Suit.hearts.rawValue]]
    #expect(json.description == #"{"a":[1,2.5],"b":["hearts"]}"#)
    try withMembers(#"{"x": {"y": [1]}}"#) { json <-- $0["x"] }
    #expect(json == ["y": [1]])
    var list: [Int] = []
    list <-- json["y"]
    #expect(list == [1])
  }

  @Test("a right side with ?? or ?: needs no brackets")
  func precedence() {
    let (none, some): (String?, String?) = (nil, "5")
    var (int, text) = (0, "")
    int <-- none ?? some
    #expect(int == 5)
    int <-- none ?? "6"
    #expect(int == 6)
    int <-- int > 5 ? "7" : "8"
    #expect(int == 7)
    text <-- "a" + "b"
    #expect(text == "ab")
    let result = int <-- "9"
    #expect(result == 9)
  }
}
