import Foundation
import Sluice
import SluiceCodable
import Testing

private struct Person: Decodable { var firstName: Int }

private class Animal: Decodable { var legs = 0 }

private final class Cat: Animal {
  private enum Key: CodingKey { case lives }
  let lives: Int

  required init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    lives = try fields.decode(Int.self, forKey: .lives)
    try super.init(from: fields.superDecoder())
  }
}

private struct Owner: Decodable { var cat: Cat }

/// A type that makes errors of its own.
private struct Word: Decodable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard try value.decode(String.self) == "x" else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "not an x.")
    }
  }
}

private struct Page: Decodable { var firstWord: Word }

@Suite("The words of an error")
struct ErrorWordsTests {
  /// What `print` shows of the error, without its case and path.
  private func words<T: Decodable>(
    _ type: T.Type, _ bytes: [UInt8], _ configure: (SluiceDecoder) -> Void = { _ in }
  ) throws -> (text: String, error: JSONError?) {
    let decoder = SluiceDecoder()
    configure(decoder)
    let error = try #require(throws: DecodingError.self) {
      try decoder.decode(type, from: Data(bytes))
    }
    let context =
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "")
      }
    let printed = "\(error)"
    let message = context.debugDescription
    // Once.
    #expect(printed.components(separatedBy: message).count == 2, "\(printed)")
    let short = message.prefix { $0 != "(" }
    #expect(printed.components(separatedBy: short).count == 2, "\(printed)")
    return (message, context.underlyingError as? JSONError)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  @Test("counts the caller's bytes after a byte order mark", arguments: [0, 5000])
  func byteOrderMark(padding: Int) throws {
    // From 4 KiB on, a text is read in place.
    let text = Array("[1,\"x\"\(String(repeating: " ", count: padding))]".utf8)
    let found = try words([Int].self, Self.mark + text)
    #expect(found.text == "expected Int at $[1], found string \"x\" (line 1, column 4, byte 6)")
    #expect(found.error?.offset == 6 && found.error?.column == 4)
    let broken = try words([Int].self, Self.mark + Array("[1,}".utf8))
    #expect(broken.text == "expected a value at $[1], found '}' (line 1, column 4, byte 6)")
  }

  @Test("counts the caller's bytes where braces were added", arguments: [false, true])
  func addedBraces(hasMark: Bool) throws {
    let text = (hasMark ? Self.mark : []) + Array("\"a\":1,\n\"b\":\"x\"".utf8)
    let found = try words([String: Int].self, text) { $0.assumesTopLevelDictionary = true }
    let byte = hasMark ? 14 : 11
    #expect(
      found.text == "expected Int at $.b, found string \"x\" (line 2, column 5, byte \(byte))")
    let error = try #require(found.error)
    #expect(error.offset == byte && error.column == 5 && error.line == 2)
    #expect(error.location?.excerpt == "\"b\":\"x\"")
    let first = try words([String: Int].self, Array("\"a\":\"x\"".utf8)) {
      $0.assumesTopLevelDictionary = true
    }
    #expect(first.text == "expected Int at $.a, found string \"x\" (line 1, column 5, byte 4)")
    #expect(first.error?.location?.excerpt == "\"a\":\"x\"")
  }

  @Test("name the missing field of a superclass")
  func missingSuper() throws {
    let found = try words(Owner.self, Array("{\"cat\":{\"lives\":9}}".utf8))
    #expect(
      found.text == "expected a field \"super\" at $.cat, found none (line 1, column 8, byte 7)")
    #expect(found.error?.code == .missingField)
  }

  @Test("have the key as the type and as the document spells it")
  func bothSpellings() throws {
    let found = try words(Person.self, Array("{\"firstname\":1}".utf8)) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    #expect(
      found.text
        == "expected a field \"firstName\" at $, found none: a document has it as \"first_name\" (line 1, column 1, byte 0)"
    )
    let plain = try words(Person.self, Array("{\"firstname\":1}".utf8))
    #expect(
      plain.text == "expected a field \"firstName\" at $, found none (line 1, column 1, byte 0)")
  }

  @Test("are there once where the document could not be opened, too")
  func refused() throws {
    let json5 = try words([Int].self, Array("[1]".utf8)) { $0.allowsJSON5 = true }
    #expect(json5.text.contains("allowsJSON5 is set"))
    let large = try words([Int].self, Array("[1,2,3]".utf8)) { $0.documentOptions.sizeLimit = 3 }
    #expect(large.text.hasPrefix("expected at most 3 bytes, found more"))
    #expect(large.error?.code == .tooLarge)
  }

  // They got a place of the outer document.
  @Test("have no place where the error is one of a document in a string")
  func innerDocument() throws {
    struct Inner: Decodable { let size: Int }
    struct Outer: Decodable {
      let inner: Inner
      enum Key: CodingKey { case inner }
      init(from decoder: any Decoder) throws {
        let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .inner)
        inner = try JSONDecoder().decode(Inner.self, from: Data(text.utf8))
      }
    }
    for inner in [#"{\"size\":\"x\"}"#, #"{}"#, "1"] {
      let found = try words(Outer.self, Array("{\"inner\":\"\(inner)\"}".utf8))
      #expect(!found.text.contains("line 1"), "\(found.text)")
    }
  }

  @Test("tell the place of errors that a type makes, or the standard library")
  func othersErrors() throws {
    let pages = Array("[{\"first_word\":\"x\"},\n{\"first_word\":\"y\"}]".utf8)
    for strategy in [
      JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase,
      .custom { SpelledKey(stringValue: $0.last!.stringValue == "first_word" ? "firstWord" : "?") },
    ] {
      let found = try words([Page].self, pages) { $0.keyDecodingStrategy = strategy }
      #expect(
        found.text == "not an x at $[1].first_word, found string \"y\" (line 2, column 15, byte 35)"
      )
      #expect(found.error == nil)
    }
    let key = try words([Int: Int].self, Array("{\"x\":1}".utf8))
    #expect(
      key.text
        == "Expected Int key but found String key instead at $.x, found number 1 (line 1, column 6, byte 5)"
    )
    // In a part of a document, paths begin at the part.
    let error = try #require(throws: DecodingError.self) {
      try SluiceDecoder().decode(
        [Word].self, from: Data("{\"a\":[\"y\"]}".utf8), at: JSONPointer("/a"))
    }
    #expect("\(error)".contains("not an x at $.a[0], found string \"y\""), "\(error)")
    // And of an open document.
    var reader = JSONReader()
    try reader.withDocument(Array("[0,[\"y\"]]".utf8)) { root in
      let error = try #require(throws: DecodingError.self) {
        try SluiceDecoder().decode([Word].self, from: root[1])
      }
      #expect("\(error)".contains("not an x at $[1][0], found string \"y\""), "\(error)")
    }
  }
}

private struct SpelledKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
