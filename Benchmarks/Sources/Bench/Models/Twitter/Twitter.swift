/// All of twitter.json: a property for each field that the document has.
enum Twitter {
  /// The whole document.
  struct Timeline: Codable, Sendable {
    let statuses: [Status]
    let searchMetadata: SearchMetadata

    enum CodingKeys: String, CodingKey {
      case statuses = "statuses"
      case searchMetadata = "search_metadata"
    }
  }

  /// The search and its statistics.
  struct SearchMetadata: Codable, Sendable {
    let completedIn: Double
    let maxID: Int64
    let maxIDStr: String
    let nextResults: String
    let query: String
    let refreshURL: String
    let count: Int
    let sinceID: Int64
    let sinceIDStr: String

    enum CodingKeys: String, CodingKey {
      case completedIn = "completed_in"
      case maxID = "max_id"
      case maxIDStr = "max_id_str"
      case nextResults = "next_results"
      case query = "query"
      case refreshURL = "refresh_url"
      case count = "count"
      case sinceID = "since_id"
      case sinceIDStr = "since_id_str"
    }
  }
}
