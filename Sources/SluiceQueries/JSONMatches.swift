public import Sluice

/// The values that a query selects, one at a time, in the order of RFC 9535.
///
/// ```swift
/// let query = try JSONQuery("$..price")
/// var prices = query.matches(in: root)
/// while let price = try prices.next() { total += try price.double }
/// ```
///
/// A value that is selected twice comes twice, as the RFC demands.
public struct JSONMatches: ~Escapable {
  private var walk: QueryWalk
  private let root: JSONPosition

  @_lifetime(copy cursor)
  init(of query: JSONQuery, in cursor: JSONCursor) {
    root = cursor.position
    walk = QueryWalk(query.segments, from: root, root: root)
  }

  /// The next value, or nil after the last. Throws the faults of the document that the search for it meets.
  @_lifetime(copy self)
  public mutating func next() throws(JSONError) -> JSONCursor? {
    guard let token = try walk.next() else { return nil }
    let cursor = JSONCursor(unchecked: root.at(token))
    return unsafe _overrideLifetime(cursor, copying: self)
  }
}

extension JSONQuery {
  /// What the query selects, with `cursor` as its argument `$`.
  ///
  /// Cost: makes no values. A name or an index costs a look-up; a wildcard, a slice or a filter one walk over the
  /// children; a descendant segment one walk over everything in the value, or for several selectors one for each.
  /// Patterns take time proportional to the text, whatever they are. Several descendant segments, or a descendant
  /// segment in a filter, multiply.
  ///
  /// Throws nothing itself. ``JSONMatches/next()`` throws the faults that it meets: under `JSONChecking.full` none but
  /// `duplicate-key`, if the reader's options refuse that, and `invalid-value` for a pattern in the document that is too
  /// large to be tried.
  @_lifetime(copy cursor)
  public func matches(in cursor: JSONCursor) -> JSONMatches {
    JSONMatches(of: self, in: cursor)
  }

  /// Calls `body` with each value that the query selects. See ``matches(in:)-(JSONCursor)``. Also throws what `body`
  /// throws.
  public func forEach<E: Error>(
    in cursor: JSONCursor, _ body: (JSONCursor) throws(E) -> Void
  ) throws {
    var matches = matches(in: cursor)
    while let match = try matches.next() { try body(match) }
  }

  /// The first value that the query selects, or nil. See ``matches(in:)-(JSONCursor)``.
  @_lifetime(copy cursor)
  public func first(in cursor: JSONCursor) throws(JSONError) -> JSONCursor? {
    var matches = matches(in: cursor)
    return try matches.next()
  }
}

extension JSONQuery {
  /// The values that the query selects in a document that is kept. See ``matches(in:)-(JSONCursor)``.
  public func matches(in view: JSONView) throws(JSONError) -> [JSONView] {
    try view.read { (cursor) throws(JSONError) in
      var matches = matches(in: cursor)
      var views: [JSONView] = []
      while let match = try matches.next() { views.append(view.view(match.position.token)) }
      return views
    }
  }

  /// The first value that the query selects in a document that is kept, or nil.
  public func first(in view: JSONView) throws(JSONError) -> JSONView? {
    try view.read { (cursor) throws(JSONError) in
      guard let match = try first(in: cursor) else { return nil }
      return view.view(match.position.token)
    }
  }
}
