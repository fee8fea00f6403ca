public import Sluice

/// JSON Merge Patch (RFC 7396) on owned values.
extension JSON {
  /// The value with a merge patch in it: the patch's fields replace those of the same name, objects merge with objects,
  /// and `null` removes a field. A patch that is no object replaces the whole value.
  ///
  /// O(size of the patch, and of the objects that it changes). Takes no stack for nesting.
  public func merging(_ patch: JSON) -> JSON {
    guard case .object(let object) = patch else { return patch }
    var open = [Merging(self, object)]
    while true {
      let last = open.count - 1
      guard open[last].next < open[last].patch.count else {
        let merged = open.removeLast().result
        if open.isEmpty { return merged }
        let key = open[last - 1].patch[open[last - 1].next - 1].key
        open[last - 1].object.updateValue(merged, forKey: key)
        continue
      }
      let (key, value) = open[last].patch[open[last].next]
      open[last].next += 1
      switch value {
      case .null: open[last].removed.insert(ByteName(key))
      case .object(let inner): open.append(Merging(open[last].remove(key), inner))
      default: open[last].object.updateValue(value, forKey: key)
      }
    }
  }

  /// Merges a merge patch into this value. See ``merging(_:)``.
  public mutating func merge(_ patch: JSON) {
    let value = self
    self = .null
    self = value.merging(patch)
  }
}

/// An object that a patch is being merged into.
private struct Merging {
  var object: JSONObject
  let patch: JSONObject
  var next = 0
  /// Removed together at the end: each removal would move all fields after it.
  var removed: Set<ByteName> = []

  init(_ target: JSON?, _ patch: JSONObject) {
    object = target?.object ?? JSONObject()
    self.patch = patch
  }

  /// The value of a field, which will be replaced.
  mutating func remove(_ key: String) -> JSON? {
    guard let place = object.index(forKey: key) else { return nil }
    let value = object[place].value
    object.replaceValue(at: place, with: .null)
    return value
  }

  var result: JSON {
    guard !removed.isEmpty else { return .object(object) }
    return .object(
      JSONObject(unique: object.fields.filter { !removed.contains(ByteName($0.key)) }))
  }
}
