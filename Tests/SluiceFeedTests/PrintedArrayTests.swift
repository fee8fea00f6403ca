import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("Damage in arrays that are printed over lines, or on lines")
struct PrintedArrayTests {
  @Test(
    "a stray bracket in the first records made the whole array one bad record",
    arguments: [JSONChecking.accessed, .full], ["},\n", "    },\n", "  },\n"])
  func strayBracket(checking: JSONChecking, stray: String) throws {
    let records = (0..<999).map { i in
      "  {\n    \"id\": \(i),\n    \"tags\": [\n      1\n    ],\n    \"o\": {\n      \"p\": 1\n    }\n  }"
    }
    for damaged in [0, 1, 2, 5, 20, 300, 997] {
      for line in [1, 2, 4] {
        var lines = records[damaged].split(separator: "\n").map { "\($0)\n" }
        lines.insert(stray, at: line)
        var all = records
        all[damaged] = lines.joined()
        let bytes = Array("[\n\(all.joined(separator: ",\n"))\n]\n".utf8)
        let found = try Delivered(
          .bytes(bytes, name: "array"),
          options: FeedOptions(framing: .rootElements, checking: checking))
        var expected = records.map { String($0.dropFirst(2)) }
        expected.remove(at: damaged)
        // What comes before the bracket may be a whole element.
        let good = found.good.filter { $0.hasSuffix("}\n  }") && !$0.hasSuffix("},\n  }") }
        #expect(good == expected, "record \(damaged), line \(line)")
      }
    }
  }

  @Test("the end of an array in a damaged element ended the array of records")
  func endOfInnerArray() throws {
    func element(_ id: Int, _ damage: String = "") -> String {
      """
          {
            "id": \(id),
            "a": [
              1
            \(damage)],
            "o": {
              "p": "q"
            }
          }
      """
    }
    for damaged in 0..<5 {
      let elements = (0..<5).map { element($0, $0 == damaged ? "},\n" : "") }
      let text = "{\n  \"items\": [\n\(elements.joined(separator: ",\n"))\n  ],\n  \"z\": 1\n}\n"
      let found = try Delivered(
        .bytes(Array(text.utf8), name: "array"), options: FeedOptions(framing: LaidOutFeed.items))
      let sound = (0..<5).filter { $0 != damaged }.map { String(element($0).dropFirst(4)) }
      #expect(found.good == sound, "element \(damaged)")
    }
  }

  private static let layouts = LaidOutFeed.layouts.filter { layout in
    let isArray = layout.framing == .rootElements || layout.framing == LaidOutFeed.items
    return isArray && (layout.isOnLines || layout.indent ?? 0 > 0)
  }

  @Test(
    "damage in one of the last elements, or of the first, costs no other but the next",
    arguments: layouts)
  func oneElement(layout: LaidOutFeed.Layout) throws {
    let seed = UInt64.random(in: 0...9999)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<Rounds.count(60, long: 600) {
      let count = [3, 4, 10, 66][round % 4]
      let feed = LaidOutFeed(
        layout,
        (0..<count).map { "{\"id\":\($0),\"a\":[1,2],\"o\":{\"p\":\"q\"}}" })
      let damaged = [1, count - 2, count - 1].randomElement(using: &random) ?? 1
      let record = feed.records[damaged]
      let place = Int.random(in: record.dropLast(), using: &random)
      // A bracket in the column of another is taken for that one.
      if feed.bytes[place] == 0x20 || feed.bytes[place] == 0x0A { continue }
      let strays = ["{", "}", "[", "]", "\"", ",", ":", "\\", "},\n", "\n},\n"].map {
        Array($0.utf8)
      }
      let damage =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Damage(range: place..<place + 1, text: [])
        case 1: Damage(range: place..<record.upperBound, text: [])
        default:
          Damage(range: place..<place, text: strays.randomElement(using: &random) ?? [])
        }
      // Open: of so few elements the layout can't always be learned beside a stray bracket on a line of its own.
      if count == 3, damage.text.contains(0x0A) { continue }
      for checking in [JSONChecking.accessed, .full] {
        let found = try Delivered(
          .bytes(damage.applied(to: feed.bytes), name: "array"),
          options: FeedOptions(framing: layout.framing, checking: checking))
        let offsets = Set(found.items.filter(\.isGood).map { Int($0.offset) })
        let lost = feed.records.indices.filter {
          $0 != damaged && !offsets.contains(damage.moved(feed.records[$0].lowerBound))
        }
        // The next one may be what is missing of the damaged one.
        #expect(
          lost.isEmpty || lost == [damaged + 1] && damaged < count - 2,
          "seed \(seed), round \(round), \(checking), \(damaged) of \(count), \(damage), lost \(lost)"
        )
      }
    }
  }
}
