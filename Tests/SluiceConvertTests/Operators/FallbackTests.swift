import Foundation
import Sluice
import SluiceConvert
import Testing

private enum Suit: String { case hearts, spades }

@Suite("The operator ?? with cursors")
struct FallbackTests {
  private let text = #"{"a": null, "b": "7", "c": [1], "d": {"k": 1}, "e": "hearts", "f": "x"}"#

  @Test("the right side is used when the left is missing or null")
  func cursors() throws {
    try withMembers(text) { members in
      var (int, optional, list) = (0, Int?.some(1), [Int]())
      int <-- members["z"] ?? members["b"]
      #expect(int == 7)
      optional <-- members["a"] ?? members["b"]
      #expect(optional == 7)
      optional <-- members["a"] ?? members["z"] ?? members["b"]
      #expect(optional == 7)
      optional <-- members["a"] ?? members["z"]
      #expect(optional == nil)
      list <-- members["z"] ?? members["c"]
      #expect(list == [1])
    }
  }

  @Test("a Swift value can replace JSON, and is converted in the same way")
  func values() throws {
    try withMembers(text) { members in
      var (int, optional, text) = (0, Int?.none, "")
      int <-- members["z"] ?? 3
      #expect(int == 3)
      int <-- members["z"] ?? members["a"] ?? "4"
      #expect(int == 4)
      optional <-- members["b"] ?? 3
      #expect(optional == 7)
      text <-- members["a"] ?? "none"
      #expect(text == "none")
      var (list, map, suit, level): ([Int]?, [String: Int]?, Suit, Suit?) = (nil, nil, .spades, nil)
      list <-- members["z"] ?? ["1", "2"]
      map <-- members["z"] ?? ["k": 2.5]
      #expect(list == [1, 2] && map == ["k": 2])
      list <-- members["c"] ?? [0]
      map <-- members["d"] ?? ["k": 2]
      #expect(list == [1] && map == ["k": 1])
      suit <-- members["e"] ?? "spades"
      level <-- members["z"] ?? "spades"
      #expect(suit == .hearts && level == .spades)
    }
  }

  @Test("arrays and dictionaries of enums, and types that are not convertible, can have one too")
  func others() throws {
    let text = #"{"list": ["hearts", "x"], "map": {"a": "spades"}}"#
    try withMembers(text) { members in
      var (list, maybe): ([Suit], [Suit]?) = ([], nil)
      var (map, maybeMap): ([String: Suit], [String: Suit]?) = ([:], nil)
      list <-- members["z"] ?? [Suit.hearts]
      maybe <-- members["z"] ?? ["spades"]
      map <-- members["z"] ?? ["k": Suit.hearts]
      maybeMap <-- members["z"] ?? ["k": "spades"]
      #expect(list == [.hearts] && maybe == [.spades])
      #expect(map == ["k": .hearts] && maybeMap == ["k": .spades])
      let log = failures {
        list <-- members["list"] ?? [Suit.spades]
        maybe <-- members["list"] ?? [Suit.spades]
      }
      map <-- members["map"] ?? ["k": Suit.hearts]
      maybeMap <-- members["map"] ?? ["k": Suit.hearts]
      #expect(list == [.hearts] && maybe == [.hearts] && log.count == 2)
      #expect(map == ["a": .spades] && maybeMap == ["a": .spades])
      var (any, number): (Any, NSNumber?) = (0, nil)
      any <-- members["z"] ?? 5
      number <-- members["z"] ?? 6
      #expect(any as? Int == 5 && number == 6)
    }
  }

  @Test("a present value that can't be converted does not select the right side")
  func failing() throws {
    try withMembers(text) { members in
      var int = 1
      let log = failures { int <-- members["f"] ?? 3 }
      #expect(int == 1 && log.count == 1)
    }
  }

  @Test("the value on the right is evaluated only when it is needed")
  func lazily() throws {
    try withMembers(text) { members in
      var (made, int) = (0, 0)
      func make() -> Int {
        made += 1
        return 5
      }
      int <-- members["b"] ?? make()
      #expect(made == 0 && int == 7)
      int <-- members["z"] ?? make()
      #expect(made == 1 && int == 5)
    }
  }

  @Test("look-ups of cursors go into it, with try")
  func throwing() throws {
    try withJSON(text) { root in
      var int = 0
      try int <-- root[ifPresent: "z"] ?? root["b"]
      #expect(int == 7)
    }
  }
}
