import ConformanceSuite
import DocumentTestSupport
import Sluice
import Testing

@Suite("Large input")
struct LargeInputTests {
  static let levels = 100_000

  private static func nested(_ open: String, _ close: String, inner: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<levels { bytes.append(contentsOf: open.utf8) }
    bytes.append(contentsOf: inner.utf8)
    for _ in 0..<levels { bytes.append(contentsOf: close.utf8) }
    return bytes
  }

  @Test(
    "refuses 100,000 nested brackets by default, and checks them without recursion under a higher limit",
    arguments: [
      ("[", "]", "1"), ("{\"a\":", "}", "1"), ("[", "]", ""), ("[{\"a\":", "}]", "null"),
    ])
  func nesting(open: String, close: String, inner: String) {
    let bytes = Self.nested(open, close, inner: inner)
    let error = refusal(of: bytes, .full)
    #expect(error?.code == .depthExceeded)
    #expect(error?.description.contains("1024") == true)
    let deep = JSONOptions(checking: .full, depthLimit: 2 * Self.levels)
    #expect(refusal(of: bytes, deep) == nil)
    // The last bracket is missing.
    #expect(refusal(of: bytes.dropLast(), deep)?.code == .incomplete)
    #expect(refusal(of: bytes + [UInt8(ascii: "]")], deep)?.code == .trailingContent)
  }

  @Test("applies the depth limit exactly", arguments: [1, 2, 500, 1024])
  func depthLimit(limit: Int) {
    for inner in ["", "1"] {
      let options = JSONOptions(checking: .full, depthLimit: limit)
      let fits = String(repeating: "[", count: limit) + inner + String(repeating: "]", count: limit)
      #expect(refusal(of: fits, options) == nil)
      let error = refusal(of: "[\(fits)]", options)
      #expect(error?.code == .depthExceeded)
    }
  }

  @Test("walks and counts 100,000 nested brackets at each level")
  func walkingDown() throws {
    var reader = JSONReader()
    let bytes = Self.nested("[", "]", inner: "7")
    let (depth, value) = try reader.withDocument(bytes) { root in
      var cursor = root
      var depth = 0
      while try cursor.kind == .array {
        // Each count skips the contents: linear in total only thanks to hint and links.
        guard try cursor.count == 1 else { break }
        cursor = try cursor[0]
        depth += 1
      }
      return (depth, try cursor.int)
    }
    #expect(depth == Self.levels)
    #expect(value == 7)
  }

  @Test(
    "reading into 100,000 unclosed brackets throws",
    arguments: ["[", "{\"a\":"])
  func unclosed(open: String) {
    let bytes = Array(String(repeating: open, count: Self.levels).utf8)
    #expect(refusal(of: bytes, .full)?.code == .depthExceeded)
    #expect(
      refusal(of: bytes, JSONOptions(checking: .full, depthLimit: .max >> 32))?.code == .incomplete)
    #expect(refusal(of: bytes) { root in _ = try root.count }?.code == .incomplete)
    #expect(refusal(of: bytes) { root in _ = try root[ifPresent: 1] } != nil)
  }

  @Test("reads a string of 100 MB, with and without an escape")
  func longString() throws {
    let size = 100_000_000
    var bytes = PaddedBytes()
    bytes.reserveCapacity(size + 8)
    bytes.append(contentsOf: [UInt8(ascii: "\"")])
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000)
    for _ in 0..<100 { bytes.append(contentsOf: chunk) }
    bytes.append(contentsOf: Array("\\n\"".utf8))
    var reader = JSONReader(checking: .full)
    let (raw, unescaped, last) = try reader.withDocument(bytes) { root in
      let text = try root.text
      let last = try unsafe text.withUTF8 { unsafe $0.last }
      return (text.rawCount, try text.utf8Count, last)
    }
    #expect(raw == size + 2)
    #expect(unescaped == size + 1)
    #expect(last == UInt8(ascii: "\n"))
  }

  @Test("reads numbers of 10,000 digits exactly or throws")
  func longNumbers() throws {
    let digits = String(repeating: "1234567890", count: 1000)
    let zeros = String(repeating: "0", count: 10_000)
    let doubles = [
      "0.\(digits)", "-0.\(digits)", "1.\(zeros)1", "1\(zeros)e-10000", "0.\(zeros)1e10001",
      "\(digits)e-9999", "0.\(zeros)1", "9007199254740993.\(zeros)1", "9007199254740993.\(zeros)",
    ]
    for text in doubles {
      let found = try reading("[\(text)]", .full) { root in try root[0].double }
      #expect(found.bitPattern == Reference.double(text).bitPattern, "\(text.prefix(30))")
      let atRoot = try reading(text, .full) { root in try root.double }
      #expect(atRoot.bitPattern == found.bitPattern)
    }
    let one = try reading("[1\(zeros)e-10000]") { root in try root[0].int }
    #expect(one == 1)
    // It is a valid JSON integer, but fits no integer type and no double.
    for text in [digits, "-\(digits)"] {
      #expect(refusal(of: "[\(text)]", .full) == nil)
      let int = refusal(of: "[\(text)]") { root in _ = try root[0].int64 }
      #expect(int?.code == .numberOutOfRange)
      let double = refusal(of: "[\(text)]") { root in _ = try root[0].double }
      #expect(double?.code == .numberOutOfRange)
    }
    #expect(refusal(of: "[0\(digits)]", .full)?.code == .invalidNumber)
    #expect(refusal(of: "[\(digits).]", .full)?.code == .invalidNumber)
    #expect(refusal(of: "[\(digits)e]", .full)?.code == .invalidNumber)
    #expect(refusal(of: "[\(digits).5]", .full)?.code == .numberOutOfRange)
  }

  @Test("applies the size limit exactly", arguments: [-1, 0, 1])
  func sizeLimit(excess: Int) throws {
    let limit = 1 << 20
    let size = limit + excess
    let text = "\"" + String(repeating: "x", count: size - 2) + "\""
    let options = JSONOptions(sizeLimit: limit)
    let expected: JSONError.Code? = excess > 0 ? .tooLarge : nil
    #expect(refusal(of: Array(text.utf8), options)?.code == expected)
    #expect(refusal(of: text, options)?.code == expected)
    var reader = JSONReader(options: options)
    let padded = PaddedBytes(text.utf8)
    let opened = (try? reader.withDocument(padded) { root in try root.text.rawCount })
    #expect(opened == (excess > 0 ? nil : size - 2))
    let bytes = Array(text.utf8)
    let fromSpan = try? reader.withDocument(bytes.span) { root in try root.text.rawCount }
    #expect(fromSpan == opened)
    if excess > 0 {
      #expect(refusal(of: bytes, options)?.description.contains("1048576") == true)
    }
  }
}
