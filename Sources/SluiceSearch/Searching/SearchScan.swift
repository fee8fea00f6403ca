import Sluice

/// A search in progress: moves from candidate to candidate, and reports the objects that don't
/// match.
///
/// Sound because a search lives for one call on an open document, whose reader owns the context.
@usableFromInline
@safe
struct SearchScan: ~Copyable {
  private var keys: KeySearch
  private let fields: SearchedFields
  private let context: UnsafeMutablePointer<DecodingContext>
  private let reporter: SearchReporter?
  private var candidate: JSONPosition

  /// Counts against the depth limit, as models may be searched for inside models. The caller must
  /// call `end`. Throws `depth-exceeded`.
  @usableFromInline
  init(_ fields: SearchedFields, in root: JSONPosition, _ reporter: SearchReporter?)
    throws(JSONError)
  {
    keys = KeySearch(fields.keys, in: root, reportsSome: reporter != nil)
    self.fields = fields
    self.reporter = reporter
    unsafe context = unsafe root.context
    candidate = root
    try unsafe context.enterMapping(at: root)
  }

  @usableFromInline
  func end() { unsafe context.leaveMapping() }

  /// Whether optional fields that could not be read are reported.
  @usableFromInline var reportsOptionals: Bool { reporter?.reportsOptionals ?? false }

  /// Returns the next object that has all mandatory keys. Throws errors in the text before it.
  @usableFromInline
  mutating func next() throws(JSONError) -> JSONPosition? {
    while let stop = try keys.next() {
      candidate = stop.object
      if stop.hasAll { return stop.object }
      try reporter?.reportNearMiss(stop.object, fields)
    }
    return nil
  }

  /// The candidate made a model: skips its inside.
  @usableFromInline
  mutating func accept(unread: [NearMiss.Rejection] = []) throws(JSONError) {
    if reportsOptionals { try reporter?.logAbsent(candidate, fields, unread: unread) }
    try keys.passOver()
  }

  /// The candidate made no model: its inside is searched next. The reason is determined only when
  /// it is reported.
  @usableFromInline
  func reject(_ rejection: () -> NearMiss.Rejection? = { nil }) throws(JSONError) {
    guard let reporter else { return }
    try reporter.reportNearMiss(candidate, fields, rejection())
  }

  /// Making the model threw an error. Rethrows the error if it ends the search.
  @usableFromInline
  func reject(_ error: any Error) throws {
    guard !error.endsSearch else { throw error }
    try reject { NearMiss.Rejection(field: nil, reason: "\(error)") }
  }
}
