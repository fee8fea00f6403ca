import DocumentTestSupport
import Sluice
import SluiceSystem
import Testing

@Suite("Making foreign text safe to read")
struct PrintableTextTests {
  private static let hidden: [Unicode.Scalar] =
    (0..<0x20).map(Unicode.Scalar.init) as [Unicode.Scalar]
    + (0x7F..<0xA0).compactMap { Unicode.Scalar(UInt32($0)) }
    + [0x061C, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF, 0xE000, 0xE0041, 0x10FFFF]
    .compactMap { Unicode.Scalar(UInt32($0)) }
    + [0x202A...0x202E, 0x2060...0x2064, 0x2066...0x2069].joined().compactMap {
      Unicode.Scalar(UInt32($0))
    }

  @Test("escapes exactly the characters that have no shape", arguments: hidden)
  func each(scalar: Unicode.Scalar) {
    let number = String(scalar.value, radix: 16, uppercase: true)
    #expect(PrintableText.line("a\(scalar)b") == "a\\u{\(number)}b")
    let isLayout = scalar == "\n" || scalar == "\t"
    #expect(PrintableText.lines("a\(scalar)b") == (isLayout ? "a\(scalar)b" : "a\\u{\(number)}b"))
    #expect(PrintableText.message("a\(scalar)b") == "a\\u{\(number)}b")
    #expect(PrintableText.excerpt("a\(scalar)b").unicodeScalars.count == 3)
    // Escaping twice changes nothing more.
    let once = PrintableText.line("a\(scalar)b")
    #expect(PrintableText.line(once) == once)
  }

  @Test(
    "leaves safe text unchanged",
    arguments: ["", "plain \\u{9B}", "zürich", "日本語", "e\u{301}", "😀", "עברית", "a\u{A0}b"])
  func others(text: String) {
    for safe in [
      PrintableText.line(text), PrintableText.lines(text), PrintableText.message(text),
      PrintableText.excerpt(text), PrintableText.json(text),
    ] { #expect(Array(safe.utf8) == Array(text.utf8)) }
  }

  @Test("keeps a message's own indented lines, and escapes other line ends")
  func messages() {
    #expect(PrintableText.message("a\n    b\nc") == "a\n    b\\u{A}c")
    #expect(PrintableText.message("a\r\nsluice: done") == "a\\u{D}\\u{A}sluice: done")
  }

  @Test("keeps the meaning of JSON")
  func json() throws {
    let text = "\u{9B}\u{202E}\u{7F}\u{E0041}\u{1}é"
    let json = try JSON.array([.string(text)]).serializedString(.pretty)
    let safe = PrintableText.json(json)
    #expect(!safe.unicodeScalars.contains { PrintableText.isHidden($0) && $0 != "\n" })
    #expect(try JSON(parsing: safe) == JSON(parsing: json))
  }

  @Test("errors of documents escape it in message, path, excerpt and found text")
  func errors() throws {
    let evil = "k\u{9B}\u{202E}\u{7F}"
    for text in [
      "{\"\(evil)\": \(evil)}", "{\"\(evil)\":{\"\(evil)\":[1,\"\(evil)\u{1}\"]}}", "\(evil)",
      "{\"\(evil)\":[\"\(evil)\\x\"]}", "[\"\(evil)\" \"\(evil)\"]",
    ] {
      let error = try #require(throws: JSONError.self) {
        try JSON(parsing: text, options: JSONOptions(checking: .full))
      }
      let location = try #require(error.location)
      for shown in [
        error.description, error.summary, location.path, location.excerpt, location.found,
      ] {
        #expect(!shown.unicodeScalars.contains(where: PrintableText.isHidden), "\(text): \(shown)")
      }
      #expect(location.mark <= location.excerpt.count)
    }
  }
}
