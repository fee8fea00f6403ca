import Sluice

/// Matches coding keys with properties where their names differ.
///
/// Mirrors show properties without coding keys; `init(from:)` asks for coding keys without property
/// names. So the probe runs an `init(from:)` with a prototype's own values, and records what it
/// asks for. Then it matches both lists by name, by order, and by type. Ambiguous keys stay
/// unknown.
struct KeyProbe {
  /// The property names of coding keys that differ from them.
  private(set) var properties: [String: String] = [:]

  init<T: Decodable>(_ type: T.Type, prototype: Any) {
    let record = ProbeRecord(prototype)
    // The result is irrelevant: `init(from:)` may do anything with these values.
    _ = try? type.init(from: ProbeDecoder(record: record))
    align(record)
  }

  private mutating func align(_ record: ProbeRecord) {
    let names = Set(record.asked.map(\.key))
    let labels = Set(record.labels.map(\.name))
    let keys = record.asked
    guard keys.contains(where: { !labels.contains($0.key) }) else { return }

    func fits(_ key: ProbeRecord.Asked, _ place: Int) -> Bool {
      let label = record.labels[place]
      return labels.contains(key.key)
        ? label.name == key.key : !names.contains(label.name) && key.fits(label.value)
    }
    // By order, as in Swift's own `init(from:)`: the first and the last way to match the keys with
    // the properties. Where both agree, there is no other.
    var first: [Int] = []
    var place = 0
    for key in keys {
      while place < record.labels.count, !fits(key, place) { place += 1 }
      first.append(place)
      place += 1
    }
    var last: [Int] = []
    place = record.labels.count - 1
    for key in keys.reversed() {
      while place >= 0, !fits(key, place) { place -= 1 }
      last.append(place)
      place -= 1
    }
    last.reverse()
    let isOrdered = !first.contains { $0 >= record.labels.count } && !last.contains { $0 < 0 }
    for (i, key) in keys.enumerated() where !labels.contains(key.key) {
      if isOrdered {
        if first[i] == last[i] { properties[key.key] = record.labels[first[i]].name }
        continue
      }
      // By type, if only one key and one property of the type remain.
      let candidates = record.labels.indices.filter { fits(key, $0) }
      guard candidates.count == 1 else { continue }
      let rivals = keys.filter { !labels.contains($0.key) && fits($0, candidates[0]) }
      if rivals.count == 1 { properties[key.key] = record.labels[candidates[0]].name }
    }
  }
}

/// The requests of a probe's `init(from:)`, and the values to answer them.
final class ProbeRecord {
  struct Asked {
    let key: String
    /// Returns whether a property with this value can be the requested one.
    let fits: (Any) -> Bool
  }

  private(set) var asked: [Asked] = []
  private(set) var labels: [(name: String, value: Any)] = []
  private let values: [String: Any]

  init(_ prototype: Any) {
    values = PrototypeInfo.properties(of: prototype)
    var labels: [(name: String, value: Any)] = []
    MappedPlan.forEachProperty(of: prototype) { label, value in
      labels.append((PropertyLabel.property(label), value))
    }
    self.labels = labels
  }

  func ask<V>(_ type: V.Type, _ key: String) {
    guard !asked.contains(where: { haveSameUTF8($0.key, key) }) else { return }
    asked.append(
      Asked(key: key) { value in
        let found = Swift.type(of: value)
        return found == V.self || found == V?.self || (V.self is AnyObject.Type && value is V)
      })
  }

  /// Returns any value of the type: it is discarded, so its content does not matter.
  func anyValue<V>(_ type: V.Type, _ key: String) throws -> V {
    if let value = values[key] as? V { return value }
    for (_, value) in labels where Swift.type(of: value) == V.self {
      if let value = value as? V { return value }
    }
    if let type = V.self as? any ReadableLeaf.Type {
      for leaf in [JSONLeafValue.number(0), .string(""), .string("0")] {
        if let value = type.init(jsonValue: leaf) as? V { return value }
      }
    }
    if let type = V.self as? any JSONObjectCreatable.Type, let value = type.init() as? V {
      return value
    }
    if let type = V.self as? any JSONCollectionCreatable.Type,
      let value = type.init(array: []) as? V
    {
      return value
    }
    if let type = V.self as? any JSONDictionaryCreatable.Type,
      let value = type.init(dictionary: [:]) as? V
    {
      return value
    }
    throw ProbeEnd()
  }
}

struct ProbeEnd: Error {}
