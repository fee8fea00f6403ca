import CSimdJSON
import ConformanceSuite
import DocumentTestSupport
import Sluice
import Testing

/// What audits of simdjson and of simd-json found that a call of the shim could reach: the page WhichSimdjson lists all.
/// The exact ends of pages are in PageEndTests, recursion in DeepValuesTests.
@Suite("Faults that audits of engines found")
struct EngineAuditTests {
  /// simdjson up to 4.6.7 reads no more digits of an exponent from 65,536 on: these were 0, or out of range.
  @Test(
    "numbers with more zeros than an exponent of 16 bits makes up for are read exactly",
    arguments: [1000, 65_520, 65_536, 655_350, 655_360, 1_000_000])
  func longNumbers(zeros count: Int) throws {
    let zeros = String(repeating: "0", count: count)
    let digits = "12345678901234567890123"
    let texts = [
      "0.\(zeros)1e\(count + 1)", "-0.\(zeros)\(digits)E+\(count + 1)", "1\(zeros)e-\(count)",
      "\(digits)\(zeros).5e-\(count + 40)", "0.\(zeros)1e\(count - 307)", "0.\(zeros)\(digits)",
      "9007199254740993.\(zeros)", "9007199254740993.\(zeros)1", "-0.\(zeros)e\(count)",
      "0.\(zeros)\(digits)e\(count - 322)",
    ]
    for text in texts {
      let expected = Reference.double(text)
      let (double, float, last) = try reading("[\(text),\(text)]", .full) { root in
        (try root[0].double, try root[0].float, try root[1].double)
      }
      let owned = try JSON(parsing: text).number?.double
      #expect(double.bitPattern == expected.bitPattern, "\(text.suffix(20))")
      #expect(last.bitPattern == expected.bitPattern, "\(text.suffix(20))")
      #expect(owned?.bitPattern == expected.bitPattern, "\(text.suffix(20))")
      #expect(float.bitPattern == Reference.float(text).bitPattern, "\(text.suffix(20))")
    }
    let one = try reading("[1\(zeros)e-\(count)]") { root in try root[0].int }
    #expect(one == 1)
    // Digits make up for none of these.
    for text in ["0.\(zeros)\(digits)e65536000", "-\(digits)\(zeros)e400"] {
      #expect(refusal(of: "[\(text)]", .full)?.code == .numberOutOfRange, "\(text.suffix(20))")
    }
    let tiny = try reading("[1\(zeros).\(digits)e-65536000]", .full) { try $0[0].double }
    #expect(tiny == 0)
  }

  /// simdjson's streaming modes took `1` for a whole number where the window ends in `100005`.
  @Test(
    "a window that is cut anywhere has no token that the cut may have shortened",
    arguments: [
      "[100005, 200006]", "1, 2], [3, 400005, true", "{\"a\": 12.5e3, \"b\": [false, null]}",
      "[1] 100005", "100005", "[\"a\\\"b\", \"\", 7, -0.5]", "[[], {}, [[1]], {\"k\": {}}]",
      "  [  1  ,  2  ]  ", "é\"€\", 12", "true, false]", "[12€, 1]",
    ])
  func cuts(text: String) throws {
    let bytes = Array(text.utf8)
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    func tokens(_ count: Int, _ mode: csj_mode) -> [Int]? {
      var found = unsafe csj_structurals()
      let padded = bytes[..<count] + [UInt8](repeating: 0x20, count: PaddedBytes.padding)
      let status = unsafe padded.withUnsafeBufferPointer {
        unsafe csj_stage1(engine, $0.baseAddress!, UInt64(count), mode, &found)
      }
      guard status == CSJ_OK, let tokens = unsafe found.tokens else { return nil }
      return unsafe UnsafeBufferPointer(start: tokens, count: Int(found.count) + 1).map { Int($0) }
    }
    let whole = try #require(tokens(bytes.count, CSJ_REGULAR))
    var most = 0
    for cut in 1...bytes.count {
      guard let found = tokens(cut, CSJ_CUT) else { continue }
      #expect(found == Array(whole[..<found.count]), "\(cut)")
      // The last one is where the next window begins.
      #expect(found.count <= whole.count { $0 < cut }, "\(cut)")
      most = max(most, found.count)
    }
    #expect(most > 0 || whole.count < 3)
  }

  @Test("a scalar of any length is checked whole, wherever windows cut it")
  func scalarsInWindows() throws {
    for scalar in ["100005", "-1.5e300", "true", "false", "null", "1e400", "tru", "01", "-"] {
      for before in 0..<70 {
        let space = String(repeating: " ", count: before)
        for text in ["\(space)\(scalar)", "[1],\(space)\(scalar)", "[[1],\(space)\(scalar)]"] {
          var checker = JSONChecker(windowSize: 64)
          var found: JSONError?
          do throws(JSONError) { try checker.check(text) } catch { found = error }
          let expected = refusal(of: text, .full)
          #expect(found?.code == expected?.code && found?.offset == expected?.offset, "\(text)")
        }
      }
    }
  }

  /// simdjson accepted a depth of zero, and wrote past an empty stack.
  @Test("a depth limit below one is one", arguments: [Int.min, -1, 0, 1])
  func depths(limit: Int) throws {
    let options = JSONOptions(checking: .full, depthLimit: limit)
    #expect(options.depthLimit == 1)
    for (text, code) in [
      ("7", nil), ("[7]", nil), ("{\"a\":7}", nil), ("[[]]", JSONError.Code.depthExceeded),
      ("{\"a\":[7]}", .depthExceeded), ("[", .incomplete),
    ] {
      #expect(refusal(of: text, options)?.code == code, "\(text)")
      var checker = JSONChecker(depthLimit: limit)
      var found: JSONError?
      do throws(JSONError) { try checker.check(text) } catch { found = error }
      #expect(found?.code == code, "\(text)")
    }
  }

  /// Arithmetic near 4 GiB, before a byte is read or reserved.
  @Test(
    "texts beyond the largest size are refused unread",
    arguments: [
      UInt64(CSJ_MAX_BYTES) + 1, 1 << 32 - 1, 1 << 32, 1 << 33, 1 << 63, UInt64.max - 63, .max,
    ])
  func sizes(length: UInt64) throws {
    let engine = try unsafe #require(unsafe csj_engine_create())
    defer { unsafe csj_engine_destroy(engine) }
    #expect(unsafe csj_engine_reserve(engine, length) == CSJ_TOO_LARGE)
    let byte: [UInt8] = [0x31]
    for mode in [
      CSJ_DOCUMENT, CSJ_WINDOW, CSJ_CUT, CSJ_REGULAR, CSJ_STREAMING_PARTIAL, CSJ_STREAMING_FINAL,
    ] {
      var found = unsafe csj_structurals()
      #expect(unsafe csj_stage1(engine, byte, length, mode, &found) == CSJ_TOO_LARGE)
      #expect(unsafe found.tokens == nil)
    }
  }

  /// A moved stream of simdjson kept pointers into what it was moved from.
  @Test("a reader that moves, also between threads, reads on")
  func moved() async throws {
    var reader = JSONReader(checking: .full)
    #expect(try reader.withDocument("[1,2]") { try $0[1].int } == 2)
    let large = "[" + String(repeating: "12,", count: 100_000) + "3]"
    var elsewhere = reader
    #expect(try elsewhere.withDocument(large) { try $0.count } == 100_001)
    let count = try await Task { [moving = Moving(elsewhere)] in
      var there = moving.take()
      let count = try there.withDocument(large) { try $0[100_000].int }
      return count
    }.value
    #expect(count == 3)
    var again = JSONReader(checking: .full)
    #expect(try again.withDocument("{\"a\":[4]}") { try $0["a"][0].int } == 4)
  }

  /// simdjson's pointers and paths used the stack for each step.
  @Test("a pointer of 100,000 steps is followed to its end")
  func longPaths() throws {
    let levels = 100_000
    let text =
      String(repeating: "[", count: levels) + "7" + String(repeating: "]", count: levels)
    let options = JSONOptions(depthLimit: levels)
    let pointer = String(repeating: "/0", count: levels)
    #expect(try reading(text, options) { root in try root.at(pointer: pointer).int } == 7)
    let error = refusal(of: text, options) { root in _ = try root.at(pointer: pointer + "/0") }
    #expect(error?.code == .invalidPath)
  }

  /// Carries a reader into a task.
  private final class Moving: @unchecked Sendable {
    private var reader: JSONReader?
    init(_ reader: consuming JSONReader) { self.reader = consume reader }
    func take() -> JSONReader { reader.take()! }
  }

  /// simd-json made strings of bytes that are not UTF-8 (its issues 453 and 457).
  @Test(
    "no bytes that are not UTF-8 become a value or a key, wherever they stand",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func invalidText(bytes: [UInt8]) {
    for before in [0, 1, 15, 16, 31, 32, 61, 62, 63, 64, 65, 127] {
      let plain = [UInt8](repeating: 0x70, count: before)
      for escape in ["", "\\n", "\\u00e9"] {
        let string = [0x22] + plain + bytes + Array(escape.utf8) + [0x22]
        for text in [
          [0x5B] + string + [0x5D], Array("{\"k\":".utf8) + string + [0x7D],
          [0x7B] + string + Array(":1}".utf8), string,
        ] {
          #expect(refusal(of: text)?.code == .invalidUTF8, "\(before)")
          #expect(refusal(of: text, .full)?.code == .invalidUTF8, "\(before)")
          var checker = JSONChecker(windowSize: 64)
          #expect(throws: JSONError.self, "\(before)") { try checker.check(text) }
          #expect(throws: JSONError.self, "\(before)") { try JSON(parsing: text) }
        }
      }
    }
  }
}
