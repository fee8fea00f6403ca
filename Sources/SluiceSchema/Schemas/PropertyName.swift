import Sluice

/// Where a property stands: its key path, taken apart once.
///
/// A key path with dots is first the name of one field of the record, and only when the record has
/// no such field the way to a value further down.
@usableFromInline
package struct PropertyName: Sendable {
  @usableFromInline let keyPath: String
  /// The field with the whole key path for a name; nil: the key path has no dots.
  @usableFromInline let literal: FieldPath?
  @usableFromInline let path: FieldPath

  @usableFromInline
  init(_ keyPath: String) {
    self.keyPath = keyPath
    let keys = JSONKeyPath(keyPath).keys
    path = FieldPath(keys.map { .name($0) })
    literal = keys.count > 1 ? FieldPath([.key(keyPath)]) : nil
  }

  /// What is looked for first.
  @usableFromInline var first: FieldPath { literal ?? path }
  /// What is looked for when `first` is not there.
  @usableFromInline var second: FieldPath? { literal == nil ? nil : path }

  /// The first step is an index, when the record is an array.
  var beginsWithIndex: Bool { path.steps.first?.index != nil }

  /// The steps as they stand in a path.
  func steps(at place: JSONPosition?) -> String {
    guard let literal else { return written(path, at: place) }
    return isLiteral(at: place) ? PathText.steps(literal) : written(path, at: place)
  }

  private func written(_ path: FieldPath, at place: JSONPosition?) -> String {
    // A step that spells an index is a key where an object stands. Only the last is known.
    guard let place, let last = path.steps.last, last.index != nil, isField(place) else {
      return PathText.steps(path)
    }
    return PathText.steps(FieldPath(path.steps.dropLast())) + PathText.step(last.key ?? "")
  }

  private func isField(_ place: JSONPosition) -> Bool {
    place.token > place.index.pointee.first &+ 1 && place.byte(at: place.token &- 1) == Byte.colon
  }

  private func isLiteral(at place: JSONPosition?) -> Bool {
    guard let place, isField(place) else { return false }
    return RawString(place.at(place.token &- 2)).equals(keyPath)
  }
}
