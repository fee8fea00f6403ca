import CContenders
import Sluice

/// The verdict on a document under `.full`. No tree is made: cursors read from the index that the check has
/// made. For the comparison every value is read through them.
final class ParseSluiceCheck: Contender {
  let name = "sluice.check"
  private let documents: Documents
  private var reader = JSONReader(checking: .full)

  init(over documents: Documents) { self.documents = documents }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes {
      for bytes in documents.all {
        try reader.withDocument(padded: bytes) { _ in tally.integer(1) }
      }
    }
    return tally
  }

  func values() throws -> [UInt8] {
    var text = Text()
    for bytes in documents.all {
      try reader.withDocument(padded: bytes) { try VisitSluice.visit($0, 0, into: &text) }
    }
    return text.bytes
  }
}

/// A document as an owned `JSON`: checked in full, and a tree that outlives it.
final class ParseSluiceTree: Contender {
  let name: String
  private let documents: [[UInt8]]

  init(_ name: String = "sluice.tree", over documents: Documents) {
    self.name = name
    self.documents = documents.all.map { Array($0) }
  }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    for _ in 0..<passes {
      for bytes in documents {
        _ = try JSON(parsing: bytes)
        tally.integer(1)
      }
    }
    return tally
  }

  func values() throws -> [UInt8] {
    var text = Text()
    for bytes in documents {
      ParseSluiceTree.visit(try JSON(parsing: bytes), into: &text) { number, text in
        if let double = number.double { text.real(double) } else { text.missing() }
      }
    }
    return text.bytes
  }

  /// As deep as `JSON(parsing:)` reads: 1,024 levels.
  static func visit(
    _ value: JSON, into sink: inout Text, number: (JSONNumber, inout Text) -> Void
  ) {
    switch value {
    case .object(let object):
      sink.code(.beginObject)
      for (key, value) in object {
        sink.text(key)
        visit(value, into: &sink, number: number)
      }
      sink.code(.endObject)
    case .array(let elements):
      sink.code(.beginArray)
      for element in elements { visit(element, into: &sink, number: number) }
      sink.code(.endArray)
    case .string(let string): sink.text(string)
    case .number(let value): number(value, &sink)
    case .bool(let bool): sink.code(bool ? .yes : .no)
    case .null: sink.code(.null)
    }
  }
}
