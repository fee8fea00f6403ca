import Sluice

/// How a document is laid out, for values that are added to it. Found by looking at its first tokens.
struct TextStyle {
  /// What containers of a kind look like.
  enum Kind: Int, CaseIterable {
    case object, arrayOfScalars, arrayOfContainers
  }

  /// The white space around a colon.
  private struct Colon: Hashable {
    let before: [UInt8]
    let after: [UInt8]
  }

  /// Between a comma and what follows on the same line.
  private(set) var space: [UInt8] = []
  /// Before and after the colon of a field, as in most fields.
  private(set) var beforeColon: [UInt8] = []
  private(set) var afterColon: [UInt8] = []
  /// What a level is indented by.
  private(set) var unit: [UInt8] = []
  private(set) var newline: [UInt8] = [0x0A]
  /// For each kind, whether its children have lines of their own; nil if the document has none.
  private var isMultiline: [Bool?] = [nil, nil, nil]
  /// The same of the root alone.
  private var root: (kind: Kind, isMultiline: Bool)?

  /// The most tokens that are read.
  private static let most: UInt32 = 4096

  init(of document: JSONPosition) {
    var spaceFound: [UInt8]?
    var colons: [Colon: Int] = [:]
    var usual: (colon: Colon, count: Int)?
    let first = document.token
    var token = first
    let end = min(document.end, first.addingReportingOverflow(TextStyle.most).partialValue)
    while token &+ 1 < end {
      let byte = document.byte(at: token)
      if Byte.opens(byte) {
        look(at: token, of: document, isRoot: token == first)
      } else if byte == Byte.comma, spaceFound == nil {
        let gap = document.gap(after: token)
        if !gap.contains(0x0A) { spaceFound = gap }
      } else if byte == Byte.colon, token > first {
        let colon = Colon(
          before: document.gap(before: token), after: document.gap(after: token))
        let count = colons[colon, default: 0] + 1
        colons[colon] = count
        if count > usual?.count ?? 0 { usual = (colon, count) }
      }
      token &+= 1
    }
    let hasLines = isMultiline.contains(true) || root?.isMultiline == true
    if unit.isEmpty, hasLines { unit = [0x20, 0x20] }
    if let colon = usual?.colon {
      (beforeColon, afterColon) = (colon.before, colon.after)
      if colon.before.contains(0x0A) { beforeColon = [] }
      if colon.after.contains(0x0A) { afterColon = [0x20] }
    } else if hasLines || spaceFound?.isEmpty == false {
      afterColon = [0x20]
    }
    space = spaceFound ?? afterColon
  }

  private mutating func look(at token: UInt32, of document: JSONPosition, isRoot: Bool) {
    let next = document.byte(at: token &+ 1)
    guard !Byte.closes(next) else { return }
    let kind: Kind =
      document.byte(at: token) == Byte.openBrace
      ? .object : Byte.opens(next) ? .arrayOfContainers : .arrayOfScalars
    let gap = document.gap(after: token)
    let lineEnd = gap.lastIndex(of: 0x0A)
    if isRoot {
      root = (kind, lineEnd != nil)
    } else if isMultiline[kind.rawValue] == nil {
      isMultiline[kind.rawValue] = lineEnd != nil
    }
    guard let lineEnd, unit.isEmpty else { return }
    if lineEnd > 0, gap[lineEnd - 1] == 0x0D { newline = [0x0D, 0x0A] }
    let inner = gap[(lineEnd + 1)...]
    let outer = document.lineIndent(of: document.offset(of: token))
    if inner.count > outer.count, inner.starts(with: outer) {
      unit = Array(inner.dropFirst(outer.count))
    }
  }

  /// Whether a new container of a kind has its children on lines of their own: like those in the document, or else like
  /// the root, or else like those of other kinds.
  func hasLines(_ kind: Kind) -> Bool {
    if let known = isMultiline[kind.rawValue] { return known }
    if let root, root.kind == kind { return root.isMultiline }
    if kind == .arrayOfScalars, let known = isMultiline[Kind.arrayOfContainers.rawValue] {
      return known
    }
    return root?.isMultiline ?? false
  }
}

extension JSONPosition {
  /// The white space between a token of one byte and the next token.
  func gap(after token: UInt32) -> [UInt8] {
    bytes(offset(of: token) &+ 1..<offset(of: token &+ 1))
  }

  /// The white space before a token.
  func gap(before token: UInt32) -> [UInt8] {
    let end = offset(of: token)
    return bytes(endOfText(before: end)..<end)
  }

  /// A copy of some of the text.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    unsafe Array(
      UnsafeBufferPointer(start: index.pointee.bytes + range.lowerBound, count: range.count))
  }

  /// Where the white space begins that ends at an offset.
  ///
  /// Sound because a document's text has a byte that is not white space before each of its tokens but the first, and no
  /// caller asks about that one.
  func endOfText(before offset: Int) -> Int {
    var end = offset
    let start = unsafe Int(index.pointee.start)
    while end > start, unsafe Self.isSpace(index.pointee.bytes[end &- 1]) { end &-= 1 }
    return end
  }

  /// The white space at the start of the line that an offset is in.
  func lineIndent(of offset: Int) -> [UInt8] {
    let start = unsafe Int(index.pointee.start)
    var line = offset
    while line > start, unsafe index.pointee.bytes[line &- 1] != 0x0A { line &-= 1 }
    var end = line
    while end < offset, unsafe index.pointee.bytes[end] == 0x20 || index.pointee.bytes[end] == 0x09
    {
      end &+= 1
    }
    return bytes(line..<end)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
