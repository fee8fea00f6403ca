import Sluice

/// One search at work: goes from candidate to candidate, and tells of the objects that are none.
@usableFromInline
struct SearchScan: ~Copyable {
  private var keys: KeySearch
  private let fields: SearchedFields
  private let index: UnsafeMutablePointer<StructuralIndex>
  private let teller: SearchTeller?
  private var candidate: JSONPosition

  /// Counts against the depth limit, as models may be searched for inside models. Whoever makes one
  /// calls `end`. Throws `depth-exceeded`.
  @usableFromInline
  init(_ fields: SearchedFields, in root: JSONPosition, _ teller: SearchTeller?) throws(JSONError) {
    keys = KeySearch(fields.keys, in: root, reportsSome: teller != nil)
    self.fields = fields
    self.teller = teller
    index = root.index
    candidate = root
    try index.enterMapping(at: root)
  }

  @usableFromInline
  func end() { index.leaveMapping() }

  /// Whether somebody wants to know of optional fields that could not be read.
  @usableFromInline var tellsOfOptionals: Bool { teller?.tellsOfOptionals ?? false }

  /// The next object that has all mandatory keys. Throws what is wrong with the text on the way.
  @usableFromInline
  mutating func next() throws(JSONError) -> JSONPosition? {
    while let stop = try keys.next() {
      candidate = stop.object
      if stop.hasAll { return stop.object }
      teller?.tellNearMiss(stop.object, fields)
    }
    return nil
  }

  /// The candidate made a model: nothing inside it is looked at.
  @usableFromInline
  mutating func accept(unread: [NearMiss.Refusal] = []) throws(JSONError) {
    if tellsOfOptionals { teller?.logAbsent(candidate, fields, unread: unread) }
    try keys.passOver()
  }

  /// The candidate made no model: its inside is searched next. Why, is only asked when somebody wants
  /// to know.
  @usableFromInline
  func refuse(_ refusal: () -> NearMiss.Refusal? = { nil }) {
    guard let teller else { return }
    teller.tellNearMiss(candidate, fields, refusal())
  }

  /// Whoever makes the model threw. Throws that again, when it ends the search.
  @usableFromInline
  func refuse(_ error: any Error) throws {
    guard !error.endsSearch else { throw error }
    refuse { NearMiss.Refusal(field: nil, reason: "\(error)") }
  }
}
