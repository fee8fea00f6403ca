import ConformanceSuite
import DocumentTestSupport
import Sluice
import TestSupport
import Testing

@Suite("Opening documents")
struct EntryTests {
  @Test("every entry point gives the same values", arguments: [JSONChecking.accessed, .full])
  func entries(checking: JSONChecking) throws {
    let text = "{\"a\": [1, 2.5, \"é\\n\"], \"b\": null}"
    let bytes = Array(text.utf8)
    var reader = JSONReader(checking: checking)
    func read(_ root: JSONCursor) throws -> String {
      let list = try root["a"]
      return try "\(list[0].int) \(list[1].double) \(list[2].string) \(root["b"].isNull)"
    }
    var found = try [
      reader.withDocument(text, read), reader.withDocument("..\(text)".dropFirst(2), read),
      reader.withDocument(bytes, read), reader.withDocument(bytes.span, read),
      unsafe reader.withDocument(bytes.span.bytes, read),
      reader.withDocument(PaddedBytes(bytes), read),
    ]
    unsafe found.append(
      try withPadding(0xFF, behind: bytes) { try unsafe reader.withDocument(padded: $0, read) })
    unsafe found.append(
      try bytes.withUnsafeBufferPointer { try unsafe reader.withDocument(unpadded: $0, read) })
    #expect(Set(found) == ["1 2.5 é\n true"])
  }

  @Test("a reader continues after any kind of error")
  func afterErrors() throws {
    struct Mine: Error {}
    var reader = JSONReader(checking: .full)
    for bad in ["", "[", "\"", "[1 2]", "\u{FEFF}", "[\"\\q\"]"] {
      #expect(throws: JSONError.self) { try reader.withDocument(bad) { _ in } }
      let seven = try reader.withDocument("[7]") { root in try root[0].int }
      #expect(seven == 7)
    }
    #expect(throws: Mine.self) { try reader.withDocument("[7]") { _ in throw Mine() } }
    reader.releaseMemory()
    let eight = try reader.withDocument("[8]") { root in try root[0].int }
    #expect(eight == 8)
  }

  @Test("a position kept past its document reports that it is closed")
  func generations() throws {
    var reader = JSONReader()
    let first = try reader.withDocument("[1]") { root in root.position }
    #expect(!first.isOpen)
    let isOpen = try reader.withDocument("[1]") { root in (first.isOpen, root.position.isOpen) }
    #expect(isOpen == (false, true))
  }

  /// The limits of `.accessed`: these faults are found only by walking over them or reading them.
  @Test(
    "checks unread parts only under .full, not under .accessed",
    arguments: [
      #"{"bad": tru, "good": 1}"#, #"{"bad": 01, "good": 1}"#, #"{"bad": "\q", "good": 1}"#,
      #"{"bad": [1 2], "good": 1}"#, #"{"bad": {"x" 1}, "good": 1}"#, #"{"good": 1, "bad": nul}"#,
      #"{"good": 1} x"#,
      #"{"bad": 1e999, "good": 1}"#,
    ])
  func laziness(text: String) throws {
    let good = try reading(text) { root in try root["good"].int }
    #expect(good == 1)
    #expect(refusal(of: text, .full) != nil)
  }

  @Test("padded bytes grow, shrink and stay padded")
  func paddedBytes() {
    var bytes = PaddedBytes()
    var model: [UInt8] = []
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        bytes.removeAll()
        model.removeAll()
      case 1...2:
        let count = Int.random(in: 0...model.count, using: &random)
        bytes.removeFirst(count)
        model.removeFirst(count)
      case 3:
        let room = Int.random(in: 0...300, using: &random)
        let written = unsafe bytes.append(upTo: room) { free in
          let count = min(free.count, 5)
          for i in 0..<count { unsafe free[i] = 0x61 }
          return count
        }
        model += Array(repeating: 0x61, count: written)
      default:
        let more = (0..<Int.random(in: 0...200, using: &random)).map { UInt8($0) }
        bytes.append(contentsOf: more)
        model += more
      }
      #expect(bytes.count == model.count)
      let (same, padding) = unsafe bytes.withUnsafeBytes { found in
        guard let base = found.baseAddress else { return (model.isEmpty, true) }
        let behind = unsafe UnsafeBufferPointer(
          start: base + found.count, count: PaddedBytes.padding)
        // The padding of an empty buffer is never read, and is not cleared.
        let spaces = unsafe behind.allSatisfy { $0 == 0x20 }
        return unsafe (found.elementsEqual(model), spaces || found.isEmpty)
      }
      #expect(same)
      #expect(padding)
    }
  }
}
