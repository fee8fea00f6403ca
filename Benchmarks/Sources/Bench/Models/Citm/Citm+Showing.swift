extension Citm {
  /// When and where an event is played: the performance's own fields, and nothing inside it.
  struct Showing: Sendable {
    let id: Int
    let eventID: Int
    let start: Int64
    let venueCode: String
  }
}
