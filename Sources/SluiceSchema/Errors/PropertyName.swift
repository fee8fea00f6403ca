import Sluice

/// The place of a property: its key path, parsed once.
///
/// A key path with dots is first the name of one field of the record. Only when the record has no
/// such field, it is the path of a nested value.
@usableFromInline
package struct PropertyName: Sendable {
  @usableFromInline let keyPath: String
  /// The field whose name is the whole key path; nil when the key path has no dots.
  @usableFromInline let literal: FieldPath?
  @usableFromInline let path: FieldPath

  @usableFromInline
  init(_ keyPath: String) {
    self.keyPath = keyPath
    let keys = JSONKeyPath(keyPath).keys
    path = FieldPath(keys.map { .name($0) })
    literal = keys.count > 1 ? FieldPath([.key(keyPath)]) : nil
  }

  /// The path to try first.
  @usableFromInline var first: FieldPath { literal ?? path }
  /// The path to try when `first` does not exist.
  @usableFromInline var second: FieldPath? { literal == nil ? nil : path }

  /// Whether the first step is an index when the record is an array.
  var beginsWithIndex: Bool { path.steps.first?.index != nil }

  /// Returns the steps as written in a path.
  func steps(at place: JSONPosition?) -> String {
    guard let literal else { return written(path, at: place) }
    return isLiteral(at: place) ? PathText.steps(literal) : written(path, at: place)
  }

  private func written(_ path: FieldPath, at place: JSONPosition?) -> String {
    // A step that spells an index is a key when its container is an object. That is known only for
    // the last step.
    guard let place, let last = path.steps.last, last.index != nil, isField(place) else {
      return PathText.steps(path)
    }
    return PathText.steps(FieldPath(path.steps.dropLast())) + PathText.step(last.key ?? "")
  }

  private func isField(_ place: JSONPosition) -> Bool {
    unsafe place.token > place.index.pointee.first &+ 1
      && place.byte(at: place.token &- 1) == Byte.colon
  }

  private func isLiteral(at place: JSONPosition?) -> Bool {
    guard let place, isField(place) else { return false }
    return RawString(place.at(place.token &- 2)).equals(keyPath)
  }
}
