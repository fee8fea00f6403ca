import Sluice

// `<--` with a value and a closure for the keys on its right, for keys that are no `Convertible`.

/// Sets the dictionary to the entries that can be converted, under the keys that the closure makes
/// of theirs; nil leaves an entry out. Keeps its value for what is no dictionary.
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

/// The same for an optional dictionary. What is no dictionary returns nil, and the variable keeps its
/// value.
@discardableResult
public func <-- <K, C: Convertible, V>(
  left: inout [K: C]?, right: (V, key: (String) -> K?)
) -> [K: C]? {
  guard let value = Conversion.value([String: C].self, of: .some(right.0)) else { return nil }
  left = Conversion.renamed(value, right.key)
  return left
}

extension Conversion {
  /// In the order of the keys, so that of two that become the same it is always the same that counts.
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
