import Sluice

/// Every value of a document through cursors. `.accessed` checks what is read, which here is everything
/// except what follows the document's value; `.full` checks everything first, and again what is read.
final class VisitSluice: WalkingContender {
  let name: String
  private let documents: Documents
  private var reader: JSONReader

  init(_ name: String = "sluice", over documents: Documents, checking: JSONChecking = .accessed) {
    self.name = name
    self.documents = documents
    reader = JSONReader(checking: checking)
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in documents.all {
      try reader.withDocument(padded: bytes) { try VisitSluice.visit($0, 0, into: &sink) }
    }
  }

  /// As deep as the reader's own limit.
  static func visit(_ value: JSONCursor, _ depth: Int, into sink: inout some Sink) throws {
    switch try value.kind {
    case .object:
      guard depth < 1024 else { throw Unavailable(description: "deeper than 1,024 levels") }
      sink.code(.beginObject)
      var fields = try value.fields
      while let field = try fields.next() {
        try field.key.withUTF8 { sink.text($0) }
        try visit(field.value, depth + 1, into: &sink)
      }
      sink.code(.endObject)
    case .array:
      guard depth < 1024 else { throw Unavailable(description: "deeper than 1,024 levels") }
      sink.code(.beginArray)
      var elements = try value.elements
      while let element = try elements.next() { try visit(element, depth + 1, into: &sink) }
      sink.code(.endArray)
    case .string: try value.text.withUTF8 { sink.text($0) }
    case .number: sink.real(try value.double)
    case .bool: sink.code(try value.bool ? .yes : .no)
    case .null: sink.code(.null)
    }
  }
}
