import Sluice
import SluiceSearch

extension Citm {
  static let showingSearch = Search(Showing.self) { fields in
    let id = fields.mandatory("id", .int)
    let eventID = fields.mandatory("eventId", .int)
    let start = fields.mandatory("start", .int64)
    let venueCode = fields.mandatory("venueCode", .string)
    return {
      Showing(id: $0[id], eventID: $0[eventID], start: $0[start], venueCode: $0[venueCode])
    }
  }
}

extension Citm.Showing {
  /// Their position is known.
  static func all(at root: JSONCursor) throws -> [Citm.Showing] {
    try root["performances"].array { try Citm.Showing(from: $0) }
  }

  private init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    eventID = try fields.required("eventId") { try $0.int }
    id = try fields.required("id") { try $0.int }
    start = try fields.required("start") { try $0.int64 }
    venueCode = try fields.required("venueCode") { try $0.string }
  }
}
