import Sluice

// `<--` with a value and a closure for its keys on the right, for keys that are not `Convertible`.

/// Sets the dictionary to the entries that can be converted, with keys made by the closure; nil
/// leaves an entry out. Keeps its value unless the right side is a dictionary.
///
/// ```swift
/// var stock: [Material: Int] = [:]
/// stock <-- (dictionary["stock"], key: { Material(code: $0) })
/// ```
@discardableResult
public func <-- <K, C: Convertible, V>(
  left: inout [K: C], right: (V, key: (String) -> K?)
) -> [K: C] {
  if let value = Conversion.value([String: C].self, of: .some(right.0)) {
    left = Conversion.renamed(value, right.key)
  }
  return left
}

/// The same for an optional dictionary. Unless the right side is a dictionary, returns nil and
/// keeps the variable's value.
@discardableResult
public func <-- <K, C: Convertible, V>(
  left: inout [K: C]?, right: (V, key: (String) -> K?)
) -> [K: C]? {
  guard let value = Conversion.value([String: C].self, of: .some(right.0)) else { return nil }
  left = Conversion.renamed(value, right.key)
  return left
}

extension Conversion {
  /// Sorted by key, so that the same one always counts when two become equal.
  fileprivate static func renamed<K, C>(_ entries: [String: C], _ name: (String) -> K?) -> [K: C] {
    var renamed: [K: C] = [:]
    for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
      guard let newKey = name(key) else {
        report(ConversionError.invalidValue, of: key, to: K.self, at: "[\"\(key)\"]")
        continue
      }
      renamed[newKey] = value
    }
    return renamed
  }
}
