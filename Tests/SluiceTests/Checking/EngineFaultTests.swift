import ConformanceSuite
import DocumentTestSupport
import Sluice
import Testing

/// Faults of simdjson 3.0.1's other layers; a change here could bring back any of them.
@Suite("Faults of the engine that Sluice avoids")
struct EngineFaultTests {
  @Test(
    "reads doubles with more than 19 digits correctly",
    arguments: [
      "1000000000.000000001", "496.975999999999999090505", "0.95000000000000000000",
      "0.000000000000000000000000000000123456789012345678901234567890",
      "1.00000000000000000000000000000001",
      "123456789012345678901234567890.5",
      "8.988465674311579538646525953945123668089884894711532863671504e307",
    ])
  func manyDigits(text: String) throws {
    let found = try reading("[\(text)]") { root in try root[0].double }
    #expect(found.bitPattern == Reference.double(text).bitPattern)
  }

  @Test(
    "accepts zeros and tiny numbers with extreme exponents",
    arguments: [
      "1E0000000000000000000000000000000001", "0e99999999999999999999", "1e-99999999999999999999",
      "-0e99999999999999999999", "0.0e-18446744073709551617",
    ])
  func extremeExponents(text: String) throws {
    let found = try reading("[\(text)]", .full) { root in try root[0].double }
    #expect(found.bitPattern == Reference.double(text).bitPattern)
  }

  @Test(
    "refuses what only the fallback kernel accepts, read or not",
    arguments: [
      [0x5B, 0x31, 0x2C, 0xFF, 0x5D],  // [1,\xFF]
      [0x5B, 0x31, 0x2C, 0xC3, 0x5D],
      [0x5B, 0x31, 0x2C, 0x22, 0x5C, 0x0A, 0x22, 0x5D],  // a newline after a backslash
      [0x5B, 0x31, 0x2C, 0x22, 0x5C, 0x5C, 0x5C, 0x01, 0x22, 0x5D],
    ] as [[UInt8]])
  func fallbackGaps(bytes: [UInt8]) {
    var reader = JSONReader()
    #expect(throws: JSONError.self) { try reader.withDocument(bytes) { root in try root[0].int } }
  }

  @Test(
    "compares a root literal with the whole document",
    arguments: [
      "falseA", "nullA", "trueA", "tru", "true1", "nulll", "true\"", "false\u{0}", "fal se",
    ])
  func rootLiterals(text: String) {
    #expect(refusal(of: text, .full) != nil)
    #expect(refusal(of: text) { root in _ = try root.bool } != nil)
    let isNull = try? reading(text) { root in root.isNull }
    #expect(isNull != true)
  }

  @Test("allows white space after a root scalar", arguments: [" ", "   ", "\n", "\t\r\n "])
  func rootScalars(space: String) throws {
    let values = try (
      reading("true\(space)", .full) { root in try root.bool },
      reading("-7\(space)", .full) { root in try root.int },
      reading("1.5\(space)", .full) { root in try root.double },
      reading("null\(space)", .full) { root in root.isNull },
      reading("\"a\"\(space)", .full) { root in try root.string }
    )
    #expect(values == (true, -7, 1.5, true, "a"))
  }

  @Test("never wraps a root integer", arguments: ["-18446744073709551615", "18446744073709551616"])
  func rootIntegers(text: String) {
    let codes = (
      refusal(of: text) { root in _ = try root.int64 }?.code,
      refusal(of: text) { root in _ = try root.uint64 }?.code
    )
    #expect(codes == (.numberOutOfRange, .numberOutOfRange))
    #expect(refusal(of: text, .full) == nil)
  }

  @Test("reads root numbers longer than 1,082 characters")
  func longRootNumber() throws {
    let text = "1." + String(repeating: "0", count: 2000) + "5"
    let found = try reading(text, .full) { root in try root.double }
    #expect(found == 1)
  }

  @Test("reads a string any number of times")
  func repeatedReads() throws {
    let long = String(repeating: "a\\n\\u00e9", count: 100)
    let lengths = try reading("{\"k\": \"\(long)\"}") { root in
      var lengths: Set<Int> = []
      for _ in 0..<1000 { lengths.insert(try root["k"].string.utf8.count) }
      return lengths
    }
    #expect(lengths == [400])
  }

  @Test(
    "lets a cursor be used again after any error",
    arguments: [
      #"{"x"::"b"}"#, #"{"x":"a"_"b"}"#, #"{"x" "b"}"#, #"{"x":}"#, #"{,}"#, #"{"x":[}"#,
      #"{"x":{"y":]}"#,
    ])
  func afterAnError(text: String) throws {
    let errors = try reading(text) { root in
      var errors = 0
      for _ in 0..<3 {
        if (try? root["nope"].int) == nil { errors += 1 }
        if (try? root["x"].int) == nil { errors += 1 }
        if (try? root["x"]["y"].string) == nil { errors += 1 }
      }
      return errors
    }
    #expect(errors == 9)
  }

  @Test("ignores brackets after the end", arguments: Array("[]{}".utf8))
  func bracketPadding(fill: UInt8) {
    for text in ["[", "{", "[[", "{\"a\":[", "[1,", "[123"] {
      var reader = JSONReader()
      unsafe withPadding(fill, behind: Array(text.utf8)) { padded in
        for checking in [JSONChecking.accessed, .full] {
          reader.options.checking = checking
          #expect(throws: JSONError.self, "\(text)") {
            try unsafe reader.withDocument(padded: padded) { root in _ = try root.count }
          }
        }
      }
    }
  }

  @Test("lets two readers have a document open at the same time")
  func twoDocuments() throws {
    var first = JSONReader()
    var second = JSONReader()
    let sum = try first.withDocument("[1, 2, 3]") { a in
      try second.withDocument("{\"b\": [10, 20, 30]}") { b in
        try a[0].int + b["b"][1].int + a[2].int
      }
    }
    #expect(sum == 24)
  }

  @Test("gives each cursor its own values in any order")
  func outOfOrder() throws {
    let (x, y, again) = try reading(#"{"x": [1, 2, 3], "y": [4, 5, 6]}"#) { root in
      let x = try root["x"]
      let y = try root["y"]
      var (xs, ys, again): ([Int], [Int], [Int]) = ([], [], [])
      try x.forEachElement { e in xs.append(try e.int) }
      try y.forEachElement { e in ys.append(try e.int) }
      try x.forEachElement { e in again.append(try e.int) }
      return (xs, ys, again)
    }
    #expect(x == [1, 2, 3])
    #expect(y == [4, 5, 6])
    #expect(again == x)
  }

  @Test("doesn't wrap an index beyond 64 bits to element 0")
  func hugeIndex() {
    for index in [Int.max, Int.min, -1, 1 << 32, (1 << 32) + 1] {
      #expect(refusal(of: "[7, 8]") { root in _ = try root[index].int }?.code == .indexOutOfBounds)
    }
  }

  @Test("reads a larger document after a smaller one, and a smaller after a larger")
  func reuse() throws {
    var reader = JSONReader(checking: .full)
    for count in [1, 100_000, 3, 50_000, 200_000, 0, 10] {
      let text = "[" + Array(repeating: "12", count: count).joined(separator: ",") + "]"
      let found = try reader.withDocument(text) { root in try root.count }
      #expect(found == count)
    }
  }
}
