import Sluice

/// What is remembered of a type that decoders read: its coding keys, where its `init(from:)` asks
/// for them, and which of them `init()` gives what value.
///
/// Sound to share because its state is behind a lock, and the closures capture types only.
final class PrototypeInfo: @unchecked Sendable {
  /// The fields in the order in which they are asked for.
  struct Keys: Sendable {
    let names: [String]
    let plan: FieldPlan
  }

  private struct State {
    var keys: Keys?
    /// Values of properties that are the same in every prototype, as far as can be told.
    var plain: [String: Any]?
    /// For coding keys that are not the property's name: its name.
    var properties: [String: String]?
  }

  private let state = Guarded(State())
  /// A new prototype; nil for a type that has none.
  private let make: (() -> Any)?
  private let probe: (Any) -> KeyProbe

  init<T: Decodable>(_ type: T.Type) {
    if let type = type as? any JSONObjectCreatable.Type {
      make = { type.init() }
    } else {
      make = nil
    }
    probe = { KeyProbe(T.self, prototype: $0) }
  }

  private static let known = Guarded<[ObjectIdentifier: PrototypeInfo]>([:])

  static func of<T: Decodable>(_ type: T.Type) -> PrototypeInfo {
    let key = ObjectIdentifier(type)
    return known.withLock { known in
      if let info = known[key] { return info }
      let info = PrototypeInfo(type)
      known[key] = info
      return info
    }
  }

  var keys: Keys? { state.withLock { $0.keys } }

  /// Remembers which fields an `init(from:)` asked for, in order.
  func learn(_ names: [String]) {
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    guard !names.isEmpty else { return }
    let keys = Keys(names: names, plan: .noting(names.map { ($0, true) }))
    state.withLock { if $0.keys == nil { $0.keys = keys } }
  }

  /// What a prototype has for a coding key: `given` is the instance that is read into, if there is
  /// one. `made` keeps the prototype of this object from key to key. Nil: nobody knows.
  func initialValue(
    _ key: String, given: Any?, made: inout [String: Any]?
  ) -> Any? {
    if let made { return made[property(of: key, in: made)] }
    if let given {
      let values = PrototypeInfo.properties(of: given)
      made = values
      return values[property(of: key, in: values)]
    }
    guard let make else { return nil }
    let plain = plainValues(make)
    if let value = plain[key] { return value }
    if let name = state.withLock({ $0.properties?[key] }), let value = plain[name] { return value }
    let values = PrototypeInfo.properties(of: make())
    made = values
    return values[property(of: key, in: values)]
  }

  /// The names under which properties stand whose coding keys differ.
  var namesOfRenamed: [String: String] {
    guard let make else { return [:] }
    let pairs = renamed(PrototypeInfo.properties(of: make()), make)
    return Dictionary(pairs.map { ($1, $0) }) { first, _ in first }
  }

  private func property(of key: String, in values: [String: Any]) -> String {
    if values[key] != nil { return key }
    guard let make else { return key }
    return renamed(values, make)[key] ?? key
  }

  private func renamed(
    _ values: [String: Any], _ make: () -> Any
  ) -> [String: String] {
    if let known = state.withLock({ $0.properties }) { return known }
    let found = probe(make()).properties
    state.withLock { $0.properties = found }
    return found
  }

  /// The values that two prototypes have in common and that are nil, empty, or leaves: those are
  /// taken to be the same in all.
  private func plainValues(_ make: () -> Any) -> [String: Any] {
    if let plain = state.withLock({ $0.plain }) { return plain }
    let first = PrototypeInfo.properties(of: make())
    let second = PrototypeInfo.properties(of: make())
    let plain = first.filter { name, value in
      second[name].map { PrototypeInfo.isSamePlain(value, $0) } ?? false
    }
    state.withLock { $0.plain = plain }
    return plain
  }

  static func isSamePlain(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? any AnyOptional, let right = right as? any AnyOptional {
      switch (left.wrapped, right.wrapped) {
      case (nil, nil): return true
      case (let left?, let right?): return isSamePlain(left, right)
      default: return false
      }
    }
    if left is any SelfReading, let left = left as? any Collection,
      let right = right as? any Collection
    {
      return left.isEmpty && right.isEmpty
    }
    guard left is any ReadableLeaf, let left = left as? AnyHashable else { return false }
    return left == right as? AnyHashable
  }

  /// The stored properties by name, the type's own before those of its superclasses.
  static func properties(of instance: Any) -> [String: Any] {
    var values: [String: Any] = [:]
    MappedPlan.forEachProperty(of: instance) { label, value in
      let name = PropertyLabel.property(label)
      if values[name] == nil { values[name] = value }
      // The storage of a wrapper is decoded under the property's name.
      let wrapped = PropertyLabel.wrapped(label)
      if wrapped != label, values[wrapped] == nil { values[wrapped] = value }
    }
    return values
  }
}
