import CContenders

/// The events feed through C++ On-Demand, which passes each record to Swift to make a struct. Reported
/// only.
final class RulesFeedOnDemand: DecodingContender {
  typealias Reading = KeyPath<CppRecords, CppRecords.ReadEvents>

  let name: String
  private let documents: Documents
  private let parser: CppParser
  private let reading: Reading

  /// Line by line and through the document stream, from every build of the C++ sources.
  static func all(over documents: Documents, _ settings: Settings) -> [any Contender] {
    let readings: KeyValuePairs<String, Reading> = [
      "lines": \.eventLines, "iterate_many": \.eventStream,
    ]
    return readings.flatMap { name, reading in
      settings.libraries.map { RulesFeedOnDemand(name, reading, over: documents, $0) }
    }
  }

  private init(
    _ name: String, _ reading: Reading, over documents: Documents, _ library: CppLibrary
  ) {
    self.name = "simdjson.structs.\(name)\(library.suffix)"
    self.documents = documents
    self.reading = reading
    parser = CppParser(library)
  }

  func decode(_ take: (Event) -> Void) throws {
    for bytes in documents.all {
      try withoutActuallyEscaping(take) { take in
        var decoder = Decoder(take: take)
        try withUnsafeMutablePointer(to: &decoder) { decoder in
          try parser.read(bytes) {
            parser.records[keyPath: reading](
              $0, $1,
              { context, event in
                context?.assumingMemoryBound(to: Decoder.self).pointee.take(Event(event.pointee))
              }, decoder)
          }
        }
      }
    }
  }

  private struct Decoder { let take: (Event) -> Void }
}

extension Event {
  @inline(__always)
  fileprivate init(_ event: bench_event) {
    self.init(
      id: event.id, type: String(event.type), actor: Actor(login: String(event.login)),
      repository: Repository(name: String(event.repository)),
      payload: Payload(
        size: event.has_size ? event.size : nil,
        issue: event.has_score ? Issue(score: event.score) : nil),
      isPublic: event.is_public, createdAt: String(event.created_at))
  }
}
