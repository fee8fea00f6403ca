import Sluice

/// Named fields of each object of an array, forward only, as the names are listed.
final class FieldsSluice: WalkingContender {
  let name = "sluice"
  private let documents: Documents
  private let names: [String]
  private var reader = JSONReader()

  /// The last document lists the names.
  init(over documents: Documents, names: [String]) {
    self.documents = documents
    self.names = names
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in documents.all.dropLast() {
      try reader.withDocument(padded: bytes) { root in
        var records = try root.elements
        while let record = try records.next() {
          var fields = try record.fields
          for name in names {
            guard let value = try fields.next(named: name) else { throw Missing.field }
            sink.integer(try value.int64)
          }
        }
      }
    }
  }
}
