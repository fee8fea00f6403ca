import Sluice

/// A search in progress: moves from candidate to candidate, and reports the objects that don't
/// match.
@usableFromInline
struct SearchScan: ~Copyable {
  private var keys: KeySearch
  private let fields: SearchedFields
  private let index: UnsafeMutablePointer<StructuralIndex>
  private let teller: SearchTeller?
  private var candidate: JSONPosition

  /// Counts against the depth limit, as models may be searched for inside models. The caller must
  /// call `end`. Throws `depth-exceeded`.
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

  /// Whether optional fields that could not be read are reported.
  @usableFromInline var tellsOfOptionals: Bool { teller?.tellsOfOptionals ?? false }

  /// Returns the next object that has all mandatory keys. Throws errors in the text before it.
  @usableFromInline
  mutating func next() throws(JSONError) -> JSONPosition? {
    while let stop = try keys.next() {
      candidate = stop.object
      if stop.hasAll { return stop.object }
      teller?.tellNearMiss(stop.object, fields)
    }
    return nil
  }

  /// The candidate made a model: skips its inside.
  @usableFromInline
  mutating func accept(unread: [NearMiss.Refusal] = []) throws(JSONError) {
    if tellsOfOptionals { teller?.logAbsent(candidate, fields, unread: unread) }
    try keys.passOver()
  }

  /// The candidate made no model: its inside is searched next. The reason is determined only when
  /// it is reported.
  @usableFromInline
  func refuse(_ refusal: () -> NearMiss.Refusal? = { nil }) {
    guard let teller else { return }
    teller.tellNearMiss(candidate, fields, refusal())
  }

  /// Making the model threw an error. Rethrows the error if it ends the search.
  @usableFromInline
  func refuse(_ error: any Error) throws {
    guard !error.endsSearch else { throw error }
    refuse { NearMiss.Refusal(field: nil, reason: "\(error)") }
  }
}
