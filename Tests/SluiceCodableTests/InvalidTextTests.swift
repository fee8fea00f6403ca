import Foundation
import Sluice
import SluiceCodable
import SluiceFeed
import Testing

/// Strings are made without a second check of their bytes, so the document's index has to find each fault.
@Suite("Bytes that are not UTF-8")
struct InvalidTextTests {
  /// From the tables of the Unicode Standard (3-7) and RFC 3629: none is well formed.
  static let faults: [[UInt8]] = [
    [0x80], [0xbf], [0xc0, 0x80], [0xc1, 0xbf], [0xc3], [0xc3, 0x28], [0xe0, 0x80, 0x80],
    [0xe0, 0x9f, 0xbf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xed, 0xbf, 0xbf],
    [0xf0, 0x80, 0x80, 0x80],
    [0xf0, 0x8f, 0xbf, 0xbf], [0xf0, 0x9f, 0x98], [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80], [0xfe], [0xff],
  ]
  struct Row: Decodable, Equatable { let text: String }

  @Test("are refused wherever they stand, however much is checked", arguments: faults)
  func refused(_ fault: [UInt8]) throws {
    for checking in [JSONChecking.full, .accessed] {
      let decoder = SluiceDecoder()
      decoder.documentOptions.checking = checking
      for count in [16, 17, 24, 31, 32, 33, 63, 64, 65, 127, 129, 300] {
        for place in stride(from: 0, through: count, by: count < 40 ? 1 : 7) {
          var bytes = Array(#"{"text":""#.utf8) + Array(repeating: 0x61, count: count)
          bytes.insert(contentsOf: fault, at: 9 + place)
          bytes += Array(#""}"#.utf8)
          let error = decodingError { _ = try decoder.decode(Row.self, from: bytes) }
          let cause = error?.context.underlyingError as? JSONError
          #expect(cause?.code == .invalidUTF8, "\(count) bytes, at \(place), \(checking)")
        }
      }
    }
  }

  @Test("are refused in the records of feeds, which are indexed many at a time", arguments: faults)
  func refusedRecords(_ fault: [UInt8]) throws {
    for (framing, start, separator, end) in [
      (FeedFraming.lines, "", "\n", "\n"), (.elements(of: JSONPointer(tokens: [])), "[", ",", "]"),
    ] {
      for checking in [JSONChecking.full, .accessed] {
        for count in [3, 12, 16, 31, 64, 130] {
          var records = (0..<9).map { _ in Array(#"{"text":"ééééééééé"}"#.utf8) }
          var bad = Array(#"{"text":""#.utf8) + Array(repeating: 0x61, count: count)
          bad.insert(contentsOf: fault, at: 9 + count / 2)
          records[4] = bad + Array(#""}"#.utf8)
          let bytes = Array(start.utf8) + records.joined(separator: separator.utf8) + end.utf8
          let options = FeedOptions(framing: framing, checking: checking)
          var feed = try JSONFeed(.bytes(bytes, name: "rows"), options: options)
          var texts: [String] = []
          do {
            try feed.forEach(.codable(Row.self)) {
              texts.append($0.text)
            } rejected: {
              #expect($0.error.code == .invalidUTF8)
            }
          } catch let error as JSONError {
            #expect(error.code == .invalidUTF8)
          }
          #expect(texts.count < 9 && texts.allSatisfy { $0 == "ééééééééé" })
        }
      }
    }
  }

  @Test(
    "are told from well-formed ones beside them",
    arguments: ["é", "€", "😀", "\u{10ffff}", "\u{800}"])
  func accepted(_ character: String) throws {
    for checking in [JSONChecking.full, .accessed] {
      let decoder = SluiceDecoder()
      decoder.documentOptions.checking = checking
      for count in 0..<140 {
        let text =
          String(repeating: "a", count: count) + character + String(repeating: "b", count: 16)
        let bytes = Array(#"{"text":"\#(text)"}"#.utf8)
        #expect(try decoder.decode(Row.self, from: bytes) == Row(text: text))
      }
    }
  }
}
