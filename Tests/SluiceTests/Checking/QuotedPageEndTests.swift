import CSimdJSON
import Sluice
import Testing

/// The numbers and Booleans in strings that the loop over columns reads, at the end of a page. Under each kernel:
/// SIMDJSON_FORCE_IMPLEMENTATION.
@Suite("Numbers in strings at the ends of pages")
struct QuotedPageEndTests {
  private static let contents = [
    "", "1", "-1", "12345678", "123456789012345678", "1234567890123456789", "1.5", "-0.25",
    "1234567.8", "1e5", "1.5e-3", "true", "false", "t", "fals", "-", "1.", "x",
    String(repeating: "1", count: 63), String(repeating: "1", count: 64),
    String(repeating: "1", count: 65), "0." + String(repeating: "3", count: 62),
  ]
  /// Bytes that would continue what they follow.
  private static let fills = Array("\"\\1e.]u ".utf8) + [0x80, 0xF0]
  private static let kinds = [
    CSJ_COLUMN_QUOTED_INT64, CSJ_COLUMN_QUOTED_DOUBLE, CSJ_COLUMN_QUOTED_BOOL,
  ]

  @Test("give the value that they give elsewhere", arguments: contents, [false, true])
  func values(content: String, atStart: Bool) throws {
    let memory = try GuardedMemory(4096)
    let text = Array("\"\(content)\"".utf8)
    for kind in Self.kinds {
      let expected = stored(text + [0x2C] + [UInt8](repeating: 0x20, count: 64), text.count, kind)
      for fill in Self.fills {
        let placed = unsafe memory.holding(
          text + [0x2C], padding: PaddedBytes.padding, fill: fill, atStart: atStart)
        let found = unsafe stored(placed, text.count, kind)
        #expect(found == expected, "\(content) \(kind.rawValue) \(fill)")
      }
    }
  }

  private func stored(_ bytes: [UInt8], _ size: Int, _ kind: csj_column_kind) -> String {
    unsafe bytes.withUnsafeBufferPointer { unsafe stored($0, size, kind) }
  }

  /// What `csj_fill` stores of a value before a token at `size`: its bits, and whether it is noted.
  private func stored(
    _ bytes: UnsafeBufferPointer<UInt8>, _ size: Int, _ kind: csj_column_kind
  ) -> String {
    // The value, its bit of validity, and its note.
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    defer { unsafe memory.deallocate() }
    unsafe memory.initialize(repeating: 0, count: 16)
    var column = unsafe csj_column(
      values: memory, validity: memory + 8, quoted: memory + 9, data: memory + 10, capacity: 0,
      data_count: 0, viewed_bytes: 0, copied_bytes: 0, location: 0, kind: UInt8(kind.rawValue),
      takes_null: true, has_nulls: false, is_window_kept: false)
    let tokens: [UInt32] = [0, UInt32(size), UInt32(size)]
    let count = unsafe withUnsafeMutablePointer(to: &column) { pointer in
      let columns = unsafe [pointer]
      return unsafe columns.withUnsafeBufferPointer { columns in
        unsafe csj_fill()(columns.baseAddress!, 0, 1, bytes.baseAddress!, tokens, 3, [0], 0)
      }
    }
    let stored = (0..<10).map { unsafe memory[$0] }
    return "\(count) \(stored)"
  }
}
