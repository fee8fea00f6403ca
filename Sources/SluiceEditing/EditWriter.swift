import Sluice

/// Writes the text of an edited document: ranges of the old text, and what is new in the style around it.
///
/// White space belongs to positions:
///
/// - the first child gets what led the first one in the text, and the last is followed by what followed the last;
/// - other children keep what leads them;
/// - new children get what leads their neighbours.
///
/// So a removed child takes its comma and its line with it.
struct EditWriter: ~Copyable {
  let tree: EditTree
  let document: JSONPosition
  var out = EditOutput()
  var frames: [Frame] = []
  private var knownStyle: TextStyle?
  var scalars = JSONWriter()

  /// A container that is being written.
  struct Frame {
    let container: EditContainer
    /// What the line is indented by on which it begins.
    let indent: [UInt8]
    /// How lines of its text are indented elsewhere; nil: as they are.
    let shift: IndentShift?
    /// Whether children get lines of their own, if the container has none in the text.
    let hasLines: Bool
    var next = 0
    var previous: Int?
  }

  /// Another indentation for text that was moved to another depth.
  struct IndentShift {
    let from: [UInt8]
    let to: [UInt8]

    /// Nil if nothing changes.
    init?(from: [UInt8], to: [UInt8]) {
      guard from != to else { return nil }
      self.from = from
      self.to = to
    }
  }

  init(_ tree: EditTree) {
    self.tree = tree
    document = tree.document
  }

  /// The whole edited text: of the document, or of the value in it that was edited.
  mutating func text() throws(JSONError) -> [UInt8] {
    let bounds = try bounds(of: document.token)
    let isDocument = unsafe document.token == document.index.pointee.first
    if isDocument {
      unsafe out.append(source: Int(document.index.pointee.start)..<bounds.lowerBound)
    }
    try writeAll(tree.root)
    if isDocument {
      let length = unsafe Int(document.index.pointee.length)
      out.append(source: bounds.upperBound..<max(bounds.upperBound, length))
    }
    return try assembled()
  }

  /// The text of a value as it would be at the root.
  mutating func text(of value: EditReference) throws(JSONError) -> [UInt8] {
    try writeAll(value)
    return try assembled()
  }

  private func assembled() throws(JSONError) -> [UInt8] {
    guard out.count <= tree.sizeLimit else {
      throw JSONError(.tooLarge, at: document.offset, name: "\(tree.sizeLimit)")
    }
    return unsafe out.text(over: document.index.pointee.bytes)
  }

  private mutating func writeAll(_ root: EditReference) throws(JSONError) {
    let indent = document.lineIndent(of: document.offset)
    try write(root, inPlaceOf: document.token, indent: indent, shift: nil, allowsLines: true)
    while !frames.isEmpty {
      try step()
      guard out.count <= tree.sizeLimit else { return }
    }
  }

  /// Found when it is needed: a document in which only scalars change has no use for it.
  mutating func style() -> TextStyle {
    if let knownStyle { return knownStyle }
    let style = TextStyle(of: document)
    knownStyle = style
    return style
  }
}
