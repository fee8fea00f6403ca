import Foundation
import Sluice
import SluiceFoundation
import Testing

struct DataTests {
  static let text = #"{"é": ["漢", "😀", 1.5]}"#

  @Test(
    "text in every encoding of RFC 4627 is read, with and without a byte order mark",
    arguments: [
      String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian,
      .utf32BigEndian,
    ])
  func encodings(encoding: String.Encoding) throws {
    let expected = try JSON(parsing: Self.text)
    var reader = JSONReader(checking: .full)
    for text in [Self.text, "\u{FEFF}" + Self.text] {
      let data = try #require(text.data(using: encoding))
      let found = try reader.withDocument(data) { try $0.materialize() }
      #expect(found == expected)
      #expect(try JSON(parsing: data) == expected)
      // A slice does not start at offset 0.
      let slice = (Data([1, 2, 3]) + data).dropFirst(3)
      #expect(try reader.value(of: slice, by: .owned) == expected)
    }
  }

  @Test("one character is enough to detect the encoding")
  func short() throws {
    #expect(try JSON(parsing: Data([0x37, 0])) == 7)
    #expect(try JSON(parsing: Data([0, 0x37])) == 7)
    #expect(try JSON(parsing: Data([0x37, 0, 0, 0])) == 7)
    #expect(try JSON(parsing: Data([0, 0, 0, 0x37])) == 7)
    #expect(try JSON(parsing: Data([0x37])) == 7)
  }

  @Test(
    "text that is invalid in its encoding is an error",
    arguments: [
      [0x22, 0, 0x3D, 0xD8, 0x22, 0], [0x22, 0, 0x00, 0xDE, 0x22, 0], [0x22, 0, 0x22],
      [0x22, 0, 0, 0, 0, 0, 0x11, 0], [0x22, 0, 0, 0, 0, 0xD8, 0, 0], [0x22, 0, 0x3D, 0xD8],
    ] as [[UInt8]])
  func damagedEncoding(bytes: [UInt8]) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: Data(bytes)) }
    #expect(error?.code == .unsupportedEncoding)
  }

  @Test("empty data and data of only zeros are errors")
  func nothing() {
    for data in [Data(), Data([0]), Data([0, 0]), Data(count: 100)] {
      #expect(throws: JSONError.self) { try JSON(parsing: data) }
    }
  }

  @Test("a value survives a round trip through data")
  func roundTrip() throws {
    let json: JSON = ["a": [1, nil]]
    #expect(try JSON(parsing: json.serializedData()) == json)
    #expect(try json.serializedData(.pretty).count > json.serializedData().count)
  }
}
