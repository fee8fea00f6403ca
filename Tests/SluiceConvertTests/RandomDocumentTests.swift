import Foundation
import Sluice
import SluiceConvert
import TestSupport
import Testing

private enum Grade: Int { case one = 1, two }

/// Each kind of variable that `<--` can have on its left, with values to keep.
private struct Everything: JSONDeserializable, Equatable {
  var (bool, int, byte, unsigned) = (true, 1, UInt8(2), UInt64(3))
  var (double, float, decimal) = (0.5, Float(1.5), Decimal(7))
  var (string, url, date): (String?, URL?, Date?) = ("s", nil, nil)
  var (color, grade) = (RGBAColor(), Grade.two)
  var (ints, strings): ([Int], [String]?) = ([9], ["k"])
  var (byName, byNumber): ([String: Double], [Int: Bool]?) = ([:], nil)
  var (lists, json): ([[Int]], JSON) = ([], .null)
  var (grades, inner): ([Grade], [Everything]) = ([], [])

  init() {}
  init(dictionary: JSONMembers) { inner <-- dictionary["k0"] }

  mutating func convert(from cursor: JSONCursor) {
    bool <-- cursor; int <-- cursor; byte <-- cursor; unsigned <-- cursor
    double <-- cursor; float <-- cursor; decimal <-- cursor
    string <-- cursor; url <-- cursor; date <-- cursor
    color <-- cursor; grade <-- cursor; ints <-- cursor; strings <-- cursor
    byName <-- cursor; byNumber <-- cursor; lists <-- cursor; json <-- cursor
    grades <-- cursor; inner <-- cursor
  }

  mutating func convert(from value: some Any) {
    bool <-- value; int <-- value; byte <-- value; unsigned <-- value
    double <-- value; float <-- value; decimal <-- value
    string <-- value; url <-- value; date <-- value
    color <-- value; grade <-- value; ints <-- value; strings <-- value
    byName <-- value; byNumber <-- value; lists <-- value; json <-- value
    grades <-- value; inner <-- value
  }
}

@Suite("Conversions of random documents")
struct RandomDocumentTests {
  @Test("a cursor and the owned value convert to every type alike")
  func agree() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let text = RandomText.value(&random, depth: 4)
      var (byCursor, byValue) = (Everything(), Everything())
      let log = try failures { try withJSON(text) { byCursor.convert(from: $0) } }
      let json = try JSON(parsing: text)
      let logOfValue = failures { byValue.convert(from: json) }
      #expect(byCursor == byValue, "seed \(seed): \(text)")
      #expect(log.count == logOfValue.count, "seed \(seed): \(text)")
    }
  }

  @Test("damaged documents leave variables unchanged, or set them to values of the text")
  func damaged() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var reader = JSONReader()
    var (opened, refused) = (0, 0)
    for _ in 0..<500 {
      var bytes = Array(RandomText.value(&random, depth: 4).utf8)
      for _ in 0...Int(random.next() % 3) {
        bytes[Int(random.next() % UInt64(bytes.count))] =
          Array(#"{}[]",:\0-eEtfn.1 x"#.utf8)[Int(random.next() % 18)]
      }
      _ = failures {
        do {
          try reader.withDocument(bytes) { root in
            opened += 1
            var everything = Everything()
            everything.convert(from: root)
            guard let members = JSONMembers(root) else { return }
            everything.ints <-- members["k0"] ?? members["k1"] ?? [1]
          }
        } catch { refused += 1 }
      }
    }
    #expect(opened > 50 && refused > 5, "seed \(seed)")
  }
}

/// JSON texts with values that conversions read.
private enum RandomText {
  private static let scalars = [
    "null", "true", "false", "0", "1", "-1", "2", "1.0", "0.5", "-1.9", "1e300", "-0.0", "1e2",
    "255",
    "256", "18446744073709551615", "9223372036854775808", "123456789012345678901234567890", "\"\"",
    "\"1\"", "\"1.5\"", "\"-7\"", "\"y\"", "\"No\"", "\"x\"", "\"#fff\"", "\"#zz\"", "\"nan\"",
    "\"https://a.b\"", "\"1970-01-01T00:00:07Z\"", "\"\\u00e9\\n\"", "\"{\\\"k0\\\": []}\"",
    "\"[{}]\"",
  ]

  static func value(_ random: inout SeededGenerator, depth: Int) -> String {
    let kind = random.next() % 5
    guard depth > 0, kind < 2 else { return scalars[Int(random.next() % UInt64(scalars.count))] }
    let count = Int(random.next() % 5)
    if kind == 0 {
      return "[\((0..<count).map { _ in value(&random, depth: depth - 1) }.joined(separator: ","))]"
    }
    // Without repeated keys: the owned value keeps one of them, and reports failures of that one
    // only.
    let start = Int(random.next() % 5)
    let fields = (0..<count).map { i in
      let key = ["k0", "k1", "1", "2", "x"][(start + i) % 5]
      return "\"\(key)\": \(value(&random, depth: depth - 1))"
    }
    return "{\(fields.joined(separator: ", "))}"
  }
}
