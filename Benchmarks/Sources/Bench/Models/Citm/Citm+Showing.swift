extension Citm {
  /// A performance with its own fields, without anything nested.
  struct Showing: Sendable {
    let id: Int
    let eventID: Int
    let start: Int64
    let venueCode: String
  }
}
