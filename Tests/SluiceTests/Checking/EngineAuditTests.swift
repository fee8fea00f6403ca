import CSimdJSON
import ConformanceSuite
import Sluice
import Testing

/// What audits of simdjson found that a call of the shim could reach.
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
      "  [  1  ,  2  ]  ", "é\"€\", 12", "true, false]",
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
}
