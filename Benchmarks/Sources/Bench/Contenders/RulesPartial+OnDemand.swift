import CContenders

/// twitter.json through C++ On-Demand, which passes each status to Swift to make a struct. Reported only.
final class RulesPartialOnDemand: DecodingContender {
  let name: String
  private let documents: Documents
  private let parser: CppParser
  private var expected = 0

  /// From every build of the C++ sources.
  static func all(over documents: Documents, _ settings: Settings) -> [any Contender] {
    settings.libraries.map { RulesPartialOnDemand(over: documents, $0) }
  }

  private init(over documents: Documents, _ library: CppLibrary) {
    name = "simdjson.structs" + library.suffix
    self.documents = documents
    parser = CppParser(library)
  }

  func decode(_ take: ([StatusExtract]) -> Void) throws {
    for bytes in documents.all {
      var statuses: [StatusExtract] = []
      statuses.reserveCapacity(expected)
      try withUnsafeMutablePointer(to: &statuses) { statuses in
        try parser.read(bytes) {
          parser.records.statuses(
            $0, $1,
            { context, status in
              guard let statuses = context?.assumingMemoryBound(to: [StatusExtract].self) else {
                return
              }
              statuses.pointee.append(StatusExtract(status.pointee))
            }, statuses)
        }
      }
      expected = statuses.count
      take(statuses)
    }
  }
}

extension StatusExtract {
  @inline(__always)
  fileprivate init(_ status: bench_status) {
    self.init(
      createdAt: String(status.created_at), id: status.id, text: String(status.text),
      user: UserExtract(id: status.user_id, screenName: String(status.screen_name)),
      retweetCount: status.retweet_count, favoriteCount: status.favorite_count)
  }
}
