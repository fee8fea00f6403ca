import Foundation
import Sluice
import SluiceCodable
import SluiceRows

/// One row while its type encodes it.
///
/// An encoder that escapes from `encode(to:)` and is used later changes nothing: the row is over.
final class RowEncoding {
  let layout: RowLayout
  let encoder: SluiceEncoder
  private let cells: CellWriter
  private(set) var isOver = false
  /// The first mistake that the encoder had no way to throw.
  private var failure: JSONError?
  /// Nested containers, whose texts end with the row.
  private var open: [(column: Int, text: EncodedText)] = []
  private let offset: Int

  init(_ layout: RowLayout, _ encoder: SluiceEncoder, _ cells: CellWriter, at offset: Int) {
    self.layout = layout
    self.encoder = encoder
    self.cells = cells
    self.offset = offset
  }

  /// Ends the row. Nothing is written after that.
  func end() { isOver = true }

  /// Writes what waited for the row's end.
  func finish() throws(JSONError) {
    if let failure { throw failure }
    for (column, text) in open {
      if let path = text.mistake {
        throw JSONError(
          .invalidValue, at: offset,
          name: "one value, or containers of one kind, for each encoder and key",
          reason:
            "something else was encoded at \(path.reduce("$") { $0 + PathText.step($1.stringValue) }) before"
        )
      }
      try unsafe text.end { (bytes) throws(JSONError) in
        try unsafe cells.write(json: bytes, to: column)
      }
    }
  }

  /// The column of a scalar; nil when the row is over. Throws when no scalar was recorded there.
  @inline(__always)
  func column(_ node: Int) throws(JSONError) -> Int? {
    if isOver { return nil }
    let column = layout.nodes[node].column
    if column >= 0 { return column }
    return try columnless(node, "a scalar")
  }

  /// A member without a column is left out if the columns were chosen; otherwise it was not seen when they were derived.
  private func columnless(_ node: Int, _ words: String) throws(JSONError) -> Int? {
    guard layout.isComplete else { return nil }
    throw unseen(words, at: layout.path(node).map(\.stringValue))
  }

  func unseen(_ words: String, at path: [String]) -> JSONError {
    let place = path.reduce("$") { $0 + PathText.step($1) }
    return JSONError(
      .invalidValue, at: offset, name: "what the type encoded when its columns were derived",
      reason: "it encoded \(words) at \(place); give an example that has it, or columns")
  }

  /// Remembers a mistake until the row's end.
  func fail(_ error: JSONError) { if failure == nil { failure = error } }

  func writeNull(_ node: Int) {
    guard !isOver else { return }
    let found = layout.nodes[node]
    if found.column >= 0 { cells.writeNull(to: found.column) }
    for member in found.members { writeNull(member) }
  }

  /// Lends the cells for a scalar at a node. A column of JSON takes its text.
  @inline(__always)
  func write<T: Encodable>(
    _ value: T, _ node: Int, _ body: (CellWriter, Int) throws(JSONError) -> Void
  ) throws {
    guard let column = try column(node) else { return }
    if layout.nodes[node].takesJSON { return try writeText(value, node) }
    try body(cells, column)
  }

  /// Encodes any value at a node.
  func encode<T: Encodable>(_ value: T, _ node: Int) throws {
    guard !isOver else { return }
    if layout.nodes[node].takesJSON {
      try writeText(value, node)
      if layout.nodes[node].members.isEmpty { return }
    }
    // Sound because the types are the same.
    func cast<U>(_ type: U.Type = U.self) -> U { unsafe unsafeBitCast(value, to: U.self) }
    if T.self == Date.self { return try write(date: cast(), node) }
    if T.self == Decimal.self {
      let text = cast(Decimal.self).description
      return try write(value, node) { (cells, column) throws(JSONError) in
        try cells.write(number: text, to: column)
      }
    }
    if T.self == UUID.self { return try write(uuid: cast(), node) }
    if T.self == URL.self { return try encode(cast(URL.self).absoluteString, node) }
    if T.self == Data.self { return try write(data: cast(), node) }
    try value.encode(to: RowEncoder(row: self, node: node))
  }

  private func write(date: Date, _ node: Int) throws {
    // The numbers of microseconds that a double holds exactly end about the year 2286.
    let time = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
    let since1970 = Int64(exactly: time)?.addingReportingOverflow(978_307_200_000_000)
    try write(date, node) { (cells, column) throws(JSONError) in
      let isThere = since1970.map { !$0.overflow } ?? false
      try cells.write(time: isThere ? since1970?.partialValue ?? .max : .max, to: column)
    }
  }

  private func write(uuid: UUID, _ node: Int) throws {
    let (high, low) = unsafe withUnsafeBytes(of: uuid.uuid) {
      unsafe (
        UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    try write(uuid, node) { (cells, column) throws(JSONError) in
      try cells.write(uuid: high, low, to: column)
    }
  }

  private func write(data: Data, _ node: Int) throws {
    try write(data, node) { (cells, column) throws(JSONError) in
      let result = unsafe data.withUnsafeBytes { bytes in
        Result { () throws(JSONError) in try unsafe cells.write(bytes: bytes, to: column) }
      }
      try result.get()
    }
  }

  private func writeText<T: Encodable>(_ value: T, _ node: Int) throws {
    try unsafe encoder.withText(of: value, at: layout.path(node)) { bytes in
      // As everywhere, null is NULL.
      guard unsafe !bytes.elementsEqual("null".utf8) else { return writeNull(node) }
      try unsafe cells.write(json: bytes, to: layout.nodes[node].column)
    }
  }

  /// The encoder of a nested container at a node: of its members, or of its text.
  func nested(_ node: Int?, _ key: String, in parent: Int, isArray: Bool) -> any Encoder {
    guard let node, !isOver else {
      if layout.isComplete, !isOver {
        fail(unseen("a container", at: layout.path(parent).map(\.stringValue) + [key]))
      }
      return discarded(parent)
    }
    let found = layout.nodes[node]
    if found.takesJSON {
      if let known = open.first(where: { $0.column == found.column }) { return known.text.encoder }
      let text = EncodedText(encoder, at: layout.path(node))
      open.append((found.column, text))
      return text.encoder
    }
    if !isArray { return RowEncoder(row: self, node: node) }
    if found.column >= 0 || layout.isComplete {
      fail(unseen("an array", at: layout.path(node).map(\.stringValue)))
    }
    return discarded(node)
  }

  /// An encoder whose text is dropped.
  private func discarded(_ node: Int) -> any Encoder {
    EncodedText(encoder, at: layout.path(node)).encoder
  }
}
