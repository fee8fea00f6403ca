/// Fields of an object that were made: see ``JSONObject``, of which this is the part that can be changed.
///
/// A field has a position, which counts the fields before it, and a place in `stored`. They are the same until fields of a
/// large object are removed: a removed field leaves a gap, and the others stay in their places. Gaps go when there are as
/// many as fields.
struct MadeFields: Sendable {
  /// The fields and the gaps.
  private(set) var stored: [JSONObject.Field]
  private var gapCount: Int { table.gapCount(before: stored.count) }
  /// Empty while there are few fields.
  private(set) var table = KeyTable()

  init() { stored = [] }

  /// These fields, which must have different keys.
  init(unique fields: [JSONObject.Field]) {
    stored = fields
    if fields.count > KeyTable.smallestCount { table.rebuild(for: fields) }
  }

  /// All fields. O(1), or, if some were removed, O(fields).
  var fields: [JSONObject.Field] { table.hasGaps ? present : stored }

  private var present: [JSONObject.Field] {
    var fields: [JSONObject.Field] = []
    fields.reserveCapacity(count)
    for place in stored.indices where !table.isGap(place) { fields.append(stored[place]) }
    return fields
  }

  var count: Int { table.hasGaps ? stored.count - gapCount : stored.count }

  // When the last field is removed, so are all gaps.
  var isEmpty: Bool { stored.isEmpty }

  /// The field at a position. O(1), or, if some were removed, O(log fields).
  subscript(position position: Int) -> JSONObject.Field {
    stored[table.place(ofPosition: position)]
  }

  /// The place of the first field. O(log fields).
  var firstPlace: Int { table.place(ofPosition: 0) }

  /// The place of the first field from a place on, or nil.
  @inline(__always)
  func nextPlace(from place: Int) -> Int? {
    var place = place
    while place < stored.count {
      if !table.isGap(place) { return place }
      place += 1
    }
    return nil
  }

  /// The field at a place.
  subscript(place place: Int) -> JSONObject.Field { stored[place] }

  mutating func reserveCapacity(_ count: Int) { stored.reserveCapacity(count) }

  /// The position of a key.
  func index(forKey key: String) -> Int? {
    place(of: key).map { $0 - table.gapCount(before: $0) }
  }

  private func place(of key: String) -> Int? {
    if table.isEmpty { return stored.firstIndex { haveSameUTF8($0.key, key) } }
    return table.index(of: key, in: stored)
  }

  /// Takes the value out, so that it is held only once and can be changed in place.
  subscript(key: String) -> JSON? {
    get { place(of: key).map { stored[$0].value } }
    _modify {
      let place = place(of: key)
      var value: JSON?
      if let place {
        value = stored[place].value
        stored[place].value = .null
      }
      defer {
        switch (place, value) {
        case (let place?, let value?): stored[place].value = value
        case (let place?, nil): remove(at: place)
        case (nil, let value?): append(key, value)
        case (nil, nil): break
        }
      }
      yield &value
    }
  }

  mutating func updateValue(_ value: JSON, forKey key: String) -> JSON? {
    guard let place = place(of: key) else {
      append(key, value)
      return nil
    }
    let old = stored[place].value
    stored[place].value = value
    return old
  }

  mutating func removeValue(forKey key: String) -> JSON? {
    guard let place = place(of: key) else { return nil }
    let old = stored[place].value
    remove(at: place)
    return old
  }

  /// Appends a field whose key is new.
  mutating func append(_ key: String, _ value: JSON) {
    stored.append(JSONObject.Field(key: key, value: value))
    guard stored.count > KeyTable.smallestCount || !table.isEmpty else { return }
    if !table.insert(stored.count - 1, of: stored) { closeGaps() }
  }

  mutating func replaceValue(at position: Int, with value: JSON) {
    stored[table.place(ofPosition: position)].value = value
  }

  /// Gives a field another key, which no field has.
  mutating func changeKey(at position: Int, to key: String) {
    let place = table.place(ofPosition: position)
    if !table.isEmpty { table.remove(stored[place].key, of: stored) }
    stored[place].key = key
    if !table.isEmpty { table.enter(place, key) }
  }
}

/// Removing.
extension MadeFields {
  private mutating func remove(at place: Int) {
    guard !table.isEmpty else {
      stored.remove(at: place)
      return
    }
    table.remove(stored[place].key, of: stored)
    guard place < stored.count - 1 else {
      stored.removeLast()
      while let last = stored.indices.last, table.isGap(last) {
        stored.removeLast()
        table.removeGap(last)
      }
      return
    }
    // What the field had is freed.
    stored[place] = JSONObject.Field(key: "", value: .null)
    table.addGap(place)
    if gapCount > stored.count / 2 { closeGaps() }
  }

  /// Moves the fields together, and makes their table anew.
  private mutating func closeGaps() {
    if table.hasGaps { stored = present }
    table = KeyTable()
    if stored.count > KeyTable.smallestCount { table.rebuild(for: stored) }
  }

  /// Removes the fields for which the closure returns true. O(fields). If it throws, all of them stay.
  mutating func removeAll(where isRemoved: (JSONObject.Field) throws -> Bool) rethrows {
    let left = try fields.filter { try !isRemoved($0) }
    if left.count < count { self = MadeFields(unique: left) }
  }
}
