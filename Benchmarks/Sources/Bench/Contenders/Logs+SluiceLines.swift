import Sluice

/// The log feed line by line through a reader, for callers that have lines already. Reported only.
final class LogsSluiceLines: WalkingContender {
  let name = "sluice.lines"
  private let documents: Documents
  private var reader = JSONReader()

  init(over documents: Documents) { self.documents = documents }

  func walk(into sink: inout some Sink) throws {
    for feed in documents.all {
      try Lines.forEach(in: feed) { line in
        try reader.withDocument(padded: line) { try LogRecordReading.read($0, into: &sink) }
      }
    }
  }
}
