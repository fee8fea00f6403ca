import Sluice
import SluiceFeed
import SluiceSystem

/// An element of a small XML document.
struct XMLElement {
  let name: String
  /// The text directly in it.
  var text = ""
  var children: [XMLElement] = []

  /// The children of a name.
  subscript(name: String) -> [XMLElement] { children.filter { $0.name == name } }

  /// The first element of a name in it, at any depth.
  func first(_ name: String) -> XMLElement? {
    var waiting = [self]
    while let element = waiting.popLast() {
      if element.name == name { return element }
      waiting += element.children.reversed()
    }
    return nil
  }
}

/// What was expected in an XML document, and what was found.
package struct XMLFault: Error {
  package let reason: String
}

/// Reads the small XML documents that S3 and STS answer with: all of the document or nothing, because a field that is
/// found in a part of it may not be the one that is meant.
///
/// Elements, attributes, text, references, CDATA, comments and processing instructions, in UTF-8. Document types are
/// refused, because neither server sends them.
struct XMLScanner {
  private let bytes: [UInt8]
  private var offset = 0

  private static let deepest = 64

  /// The root element of a document. Throws if it is not whole, or not well-formed.
  static func document(_ bytes: [UInt8]) throws(XMLFault) -> XMLElement {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw XMLFault(reason: "expected UTF-8, found other bytes")
    }
    var scanner = XMLScanner(bytes)
    return try scanner.document()
  }

  static func parsed(_ bytes: [UInt8]) -> Result<XMLElement, XMLFault> {
    Result { () throws(XMLFault) in try document(bytes) }
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func document() throws(XMLFault) -> XMLElement {
    // A byte order mark.
    _ = skip("\u{FEFF}")
    if skip("<?xml") { try declaration() }
    try misc()
    guard next == UInt8(ascii: "<") else { throw fault("the root element") }
    var open: [XMLElement] = []
    while true {
      if skip("</") {
        guard var element = open.popLast() else { throw fault("no end tag") }
        let name = try name()
        guard name == element.name else {
          throw fault("</\(element.name)>", found: "</\(name)>")
        }
        space()
        try expect(">")
        // White space between elements is not text.
        if !element.children.isEmpty, element.text.utf8.allSatisfy(XMLScanner.isSpace) {
          element.text = ""
        }
        if open.isEmpty { return try end(element) }
        open[open.count - 1].children.append(element)
      } else if skip("<!--") {
        try comment()
      } else if !open.isEmpty, skip("<![CDATA[") {
        open[open.count - 1].text += try cdata()
      } else if skip("<?") {
        try instruction()
      } else if next == UInt8(ascii: "<") {
        guard open.count < XMLScanner.deepest else {
          throw fault("at most \(XMLScanner.deepest) elements in each other")
        }
        let (element, isEmpty) = try startTag()
        if !isEmpty {
          open.append(element)
        } else if open.isEmpty {
          return try end(element)
        } else {
          open[open.count - 1].children.append(element)
        }
      } else if next == nil {
        throw fault(open.last.map { "</\($0.name)>" } ?? "the root element")
      } else {
        open[open.count - 1].text += try text()
      }
    }
  }

  /// After the root element.
  private mutating func end(_ root: XMLElement) throws(XMLFault) -> XMLElement {
    try misc()
    guard next == nil else { throw fault("the end after </\(root.name)>") }
    return root
  }

  /// White space, comments and instructions around the root element.
  private mutating func misc() throws(XMLFault) {
    while true {
      space()
      if skip("<!--") {
        try comment()
      } else if skip("<?") {
        try instruction()
      } else {
        return
      }
    }
  }

  // What documents are made of.

  private mutating func declaration() throws(XMLFault) {
    var names: [String] = []
    while true {
      let hasSpace = space()
      if skip("?>") { break }
      guard hasSpace else { throw fault("?>") }
      let (name, value) = try attribute()
      names.append(name)
      if name == "encoding", !["utf-8", "us-ascii"].contains(value.lowercased()) {
        throw fault("the encoding UTF-8", found: value)
      }
    }
    guard names.first == "version", Set(names).count == names.count,
      names.allSatisfy({ ["version", "encoding", "standalone"].contains($0) })
    else { throw fault("a declaration with its version", found: names.joined(separator: ", ")) }
  }

  private mutating func startTag() throws(XMLFault) -> (XMLElement, isEmpty: Bool) {
    offset += 1
    let element = XMLElement(name: try name())
    var names: Set<ByteName> = []
    while true {
      let hasSpace = space()
      if skip("/>") { return (element, true) }
      if skip(">") { return (element, false) }
      guard hasSpace else { throw fault("> after <\(element.name)") }
      let (name, _) = try attribute()
      guard names.insert(ByteName(name)).inserted else {
        throw fault("each attribute once", found: name)
      }
    }
  }

  private mutating func attribute() throws(XMLFault) -> (name: String, value: String) {
    let name = try name()
    space()
    try expect("=")
    space()
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw fault("a quotation mark")
    }
    offset += 1
    var value: [UInt8] = []
    while let byte = next, byte != quote {
      guard byte != UInt8(ascii: "<") else { throw fault("no < in an attribute") }
      if byte == UInt8(ascii: "&") {
        value += try reference()
      } else {
        value.append(try character())
      }
    }
    guard next == quote else { throw fault("the end of an attribute") }
    offset += 1
    return (name, String(decoding: value, as: UTF8.self))
  }

  private mutating func text() throws(XMLFault) -> String {
    var text: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "<") {
      if byte == UInt8(ascii: "&") {
        text += try reference()
      } else {
        guard !isThere("]]>") else { throw fault("no ]]> in text") }
        text.append(try character())
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func cdata() throws(XMLFault) -> String {
    var text: [UInt8] = []
    while !skip("]]>") { text.append(try character(before: "]]>")) }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func comment() throws(XMLFault) {
    while !skip("--") { _ = try character(before: "-->") }
    try expect(">")
  }

  private mutating func instruction() throws(XMLFault) {
    let target = try name()
    guard target.lowercased() != "xml" else {
      throw fault("the declaration at the start only", found: "<?\(target)")
    }
    guard space() || isThere("?>") else { throw fault("?> after <?\(target)") }
    while !skip("?>") { _ = try character(before: "?>") }
  }

  private mutating func reference() throws(XMLFault) -> [UInt8] {
    let start = offset
    let known = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'"]
    for (name, meant) in known where skip(name) { return Array(meant.utf8) }
    offset += 1
    if skip("#") {
      let radix = skip("x") ? 16 : 10
      var digits = ""
      while let byte = next, byte != UInt8(ascii: ";"), digits.utf8.count <= 8 {
        digits.unicodeScalars.append(Unicode.Scalar(byte))
        offset += 1
      }
      let isNumber = digits.utf8.first.map { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }
      if isNumber == true, let number = UInt32(digits, radix: radix),
        let scalar = Unicode.Scalar(number), XMLScanner.isCharacter(scalar), skip(";")
      {
        return Array(String(scalar).utf8)
      }
    }
    offset = start
    throw fault("a reference such as &amp;")
  }

  /// Letters, digits and a few signs: no one uses other names here.
  private mutating func name() throws(XMLFault) -> String {
    let start = offset
    while let byte = next, XMLScanner.isName(byte) { offset += 1 }
    guard start < offset, !"-.0123456789".utf8.contains(bytes[start]) else {
      throw fault("a name")
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// The next byte, which is a part of a character that may stand in a document. `end`: what should come after it.
  private mutating func character(before end: String = "more") throws(XMLFault) -> UInt8 {
    guard let byte = next else { throw fault(end) }
    let isControl = byte < 0x20 && !XMLScanner.isSpace(byte)
    // U+FFFE and U+FFFF.
    let isNone =
      byte == 0xEF && bytes[offset...].dropFirst().first == 0xBF
      && bytes[offset...].dropFirst(2).first.map { $0 >= 0xBE } == true
    guard !isControl, !isNone else { throw fault("a character that XML allows") }
    offset += 1
    return byte
  }

  // Bytes.

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func isThere(_ text: String) -> Bool { bytes[offset...].starts(with: text.utf8) }

  private mutating func skip(_ text: String) -> Bool {
    guard isThere(text) else { return false }
    offset += text.utf8.count
    return true
  }

  private mutating func expect(_ text: String) throws(XMLFault) {
    guard skip(text) else { throw fault(text) }
  }

  @discardableResult
  private mutating func space() -> Bool {
    let start = offset
    while let byte = next, XMLScanner.isSpace(byte) { offset += 1 }
    return offset > start
  }

  private func fault(_ expected: String, found: String? = nil) -> XMLFault {
    var what = found
    if what == nil, offset < bytes.count {
      what = "\"" + String(decoding: bytes[offset...].prefix(20), as: UTF8.self) + "\""
    }
    return XMLFault(
      reason:
        "expected \(expected), found \(PrintableText.line(what ?? "the end")) at byte \(offset)")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: "-._:".utf8.contains(byte)
    }
  }

  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...: true
    default: false
    }
  }
}
