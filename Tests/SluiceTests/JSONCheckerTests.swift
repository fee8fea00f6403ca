import DocumentTestSupport
import Sluice
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Compares the windowed check with the check of a whole index: same verdict, code and offset, wherever windows are
/// cut.
@Suite struct JSONCheckerTests {
  static let documents: [String] = [
    "", "  ", "1", "-", "1e400", "\"", "\"a\"", "[", "{", "{}", "[]", "[1,", "{\"a\"", "{\"a\":",
    "{\"a\":1",
    "{\"a\":1,", "{\"a\":1,}", "[1,]", "[1 2]", "1 2", "{} {}", "{}{}", "[}", "{]", "[[[]]]",
    "\u{FEFF}{}",
    "{\"\\u0061\": [true, false, null, 1.5e10, \"\\ud83d\\ude00\"]}", "[\"\\ud800\"]", "[\"\\x\"]",
    "[tru]", "[nulls]", "[01]", "[1.]", "[\"\u{1}\"]", "{1:2}", "{\"a\" 1}", "]", "\\",
    "[\"a\"\"b\"]",
    "["
      + Array(repeating: "\"some longer text, \\\"quoted\\\"\"", count: 40).joined(separator: " , ")
      + "]",
    "["
      + Array(repeating: "{\"key\":[1,2,{\"n\":null}],\"k\":{}}", count: 40).joined(separator: ",")
      + "]",
    "[" + String(repeating: " ", count: 300) + "1" + String(repeating: "\n", count: 300) + "]",
    "[\"" + String(repeating: "x", count: 1000) + "\",1]" + String(repeating: " ", count: 200),
    "[" + String(repeating: "1", count: 1000) + "," + String(repeating: "2", count: 130) + "]",
    String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
    String(repeating: "[", count: 200), String(repeating: "{\"a\":", count: 100),
    "[" + String(repeating: "1,", count: 100) + "]",
    "[" + String(repeating: "1,", count: 100) + "1]]",
  ]

  func verdicts(_ text: [UInt8], window: Int) -> (whole: JSONError?, windowed: JSONError?) {
    var reader = JSONReader(checking: .full)
    var checker = JSONChecker(windowSize: window)
    var whole: JSONError?
    var windowed: JSONError?
    do { try reader.withDocument(text) { _ in } } catch { whole = error as? JSONError }
    do throws(JSONError) { try checker.check(PaddedBytes(text)) } catch { windowed = error }
    return (whole, windowed)
  }

  @Test("gives a document the same verdict in windows as in one piece", arguments: documents)
  func sameVerdict(_ text: String) {
    for window in [64, 65, 100, 128, 257, 1 << 20] {
      let (whole, windowed) = verdicts(Array(text.utf8), window: window)
      #expect(whole?.code == windowed?.code, "window \(window)")
      #expect(whole?.offset == windowed?.offset, "window \(window)")
      #expect(whole?.description == windowed?.description)
    }
  }

  @Test("accepts a valid document of long characters and backslashes in every window")
  func fourByteCharacters() throws {
    // In windows, simdjson's kernel without SIMD refused some of these: the first is from a random search.
    var documents = [
      #"{"":6,"aaa\\😀aaaaaaaaaaaaaaaaaaa😀aaaaaaaßaaaaaaaaaaaaaaaaaaa😀":true}"#
    ]
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let parts = ["a", "\\\\", "😀", "ß", "€", "\\\"", "\\n", "aaaaaaa", "\",\"", "\\uD83D\\uDE00"]
    for _ in 0..<500 {
      let count = Int.random(in: 0..<60, using: &random)
      let text = (0..<count).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
      documents.append("[\"\(text)\",1]")
    }
    for document in documents {
      for window in [64, 65, 66, 67, 71, 80, 96, 127] {
        let (whole, windowed) = verdicts(Array(document.utf8), window: window)
        #expect(whole == nil && windowed == nil, "window \(window): \(document)")
      }
    }
  }

  func scan(_ text: [UInt8]) -> JSONError? {
    unsafe text.withUnsafeBufferPointer { text in
      unsafe FaultScan.firstFault(in: text.behindByteOrderMark, depthLimit: 1024)?.leaving(text)
    }
  }

  @Test("the scan for faults agrees with the check over the index", arguments: documents)
  func sameFault(_ text: String) {
    let (whole, _) = verdicts(Array(text.utf8), window: 64)
    let fault = scan(Array(text.utf8))
    #expect(whole?.code == fault?.code)
    #expect(whole?.offset == fault?.offset)
  }

  @Test("gives damaged documents the same verdict in windows as in one piece")
  func sameVerdictOnDamage() {
    let seed: UInt64 = 0x5_1CE
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    func random(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }
    let interesting = Array("{}[]:,\"\\ 1-etfn\u{1}".utf8) + [0x80, 0xFF]
    for round in 0..<3000 {
      var bytes = Array(JSONCheckerTests.documents[random(JSONCheckerTests.documents.count)].utf8)
      guard !bytes.isEmpty else { continue }
      for _ in 0...random(3) { bytes[random(bytes.count)] = interesting[random(interesting.count)] }
      let (whole, windowed) = verdicts(bytes, window: 64 + random(200))
      #expect(
        whole?.code == windowed?.code, "round \(round): \(String(decoding: bytes, as: UTF8.self))")
      #expect(whole?.offset == windowed?.offset, "round \(round)")
      let fault = scan(bytes)
      #expect(whole?.code == fault?.code, "round \(round)")
      #expect(whole?.offset == fault?.offset, "round \(round)")
    }
  }
}
