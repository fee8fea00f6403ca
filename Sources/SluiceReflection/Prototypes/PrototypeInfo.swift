import Sluice
import SluiceSystem

/// Cached information about a type that decoders read: its coding keys in the order in which
/// `init(from:)` requests them, and their values from `init()`.
///
/// Sound to share because a lock protects its state, and the closures capture types only.
final class PrototypeInfo: DecodedTypeInfo, @unchecked Sendable {
  private struct State {
    var keys: RequestedKeys?
    /// Values of properties that are presumably the same in every prototype.
    var plain: [String: Any]?
    /// The property names of coding keys that differ from them.
    var properties: [String: String]?
  }

  private let state = LockedValue(State())
  /// Makes a new prototype; nil for a type without one.
  private let make: (() -> Any)?
  private let probe: (Any) -> KeyProbe

  init<T: Decodable>(_ type: T.Type) {
    if let type = type as? any JSONObjectCreatable.Type {
      make = { type.init() }
    } else {
      make = nil
    }
    probe = { KeyProbe(type, prototype: $0) }
  }

  private static let known = LockedValue<[ObjectIdentifier: PrototypeInfo]>([:])

  static func of<T: Decodable>(_ type: T.Type) -> PrototypeInfo {
    let key = ObjectIdentifier(type)
    return known.withLock { known in
      if let info = known[key] { return info }
      let info = PrototypeInfo(type)
      known[key] = info
      return info
    }
  }

  var keys: RequestedKeys? { state.withLock { $0.keys } }

  func learn(_ names: [String]) {
    var seen: Set<ByteName> = []
    let names = names.filter { seen.insert(ByteName($0)).inserted }
    guard !names.isEmpty else { return }
    let keys = RequestedKeys(names: names, plan: .noting(names.map { ($0, true) }))
    state.withLock { if $0.keys == nil { $0.keys = keys } }
  }

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

  /// The field names of properties whose coding keys differ from their names.
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

  /// Returns the values that two prototypes have in common and that are nil, empty, or leaves:
  /// those are presumed to be the same in all.
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

  /// Returns the stored properties by name, the type's own before those of its superclasses.
  static func properties(of instance: Any) -> [String: Any] {
    var values: [String: Any] = [:]
    MappedPlan.forEachProperty(of: instance) { label, value in
      let name = PropertyLabel.property(label)
      if values[name] == nil { values[name] = value }
      // A wrapper's storage is decoded under the property's name.
      let wrapped = PropertyLabel.wrapped(label)
      if wrapped != label, values[wrapped] == nil { values[wrapped] = value }
    }
    return values
  }
}
