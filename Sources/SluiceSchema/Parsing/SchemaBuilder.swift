import Sluice

/// Declares the properties of an object, in the closure of
/// ``Parser/parseEntity(json:fileID:line:column:closure:)-(JSONCursor,_,_,_,_)``. Errors are
/// reported in the order of declaration.
///
/// Each property is compared with the previous declaration at this place. Nothing is compiled while
/// they are the same.
///
/// Sound because a builder lives for one declaration, during which `Parser.parseEntity` keeps the
/// plan.
@safe
public final class SchemaBuilder {
  // Not checked for exclusive access, which would cost as much as comparing two properties: no
  // method calls foreign code while it uses one of these.

  /// The previous declaration at this place, as long as the properties match it. Unmanaged:
  /// `Parser.parseEntity` retains it until the declaration ends.
  @exclusivity(unchecked) private var known: Unmanaged<EntityPlan>?
  @exclusivity(unchecked) private var matching = 0
  /// The declared properties, once one of them differs.
  @exclusivity(unchecked) private var declared: [EntityProperty]?
  @exclusivity(unchecked) private var decoders: [any SchemaDecoder] = []

  init() {}

  /// Declares a property.
  @discardableResult
  public func addProperty(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false
  ) -> Property {
    if isExpected({ $0.isPlain && $0.isSame(keyPath, type, optional) }) { return Property() }
    return declare(keyPath, type, optional, .none)
  }

  /// Declares a property whose value, or each of whose elements, initialises itself from JSON.
  @discardableResult @inlinable
  public func addProperty<T: SchemaDecodable>(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false, decodableType: T.Type
  ) -> Property {
    if matches(keyPath, type, optional, T.self) { return Property() }
    return declare(keyPath, type, optional, DecodableReader(T.self))
  }

  /// Declares a property with a decodable type known only at run time; nil for none.
  @discardableResult @_disfavoredOverload
  public func addProperty(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false,
    decodableType: (any SchemaDecodable.Type)?
  ) -> Property {
    guard let decodableType else {
      return addProperty(keyPath: keyPath, type: type, optional: optional)
    }
    func declare<T: SchemaDecodable>(_ decodable: T.Type) -> Property {
      addProperty(keyPath: keyPath, type: type, optional: optional, decodableType: decodable)
    }
    return declare(decodableType)
  }

  /// Declares a property whose value, or each of whose elements, a decoder makes; nil for none.
  @discardableResult
  public func addProperty(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false,
    decoder: (any SchemaDecoder)?
  ) -> Property {
    guard let decoder else { return addProperty(keyPath: keyPath, type: type, optional: optional) }
    unsafe decoders.append(decoder)
    if isExpected({ $0.hasDecoder && $0.isSame(keyPath, type, optional) }) {
      return Property()
    }
    return declare(keyPath, type, optional, .decoder)
  }

  // MARK: Comparing

  /// Returns whether the current property is the one declared here the last time.
  @inline(__always)
  private func isExpected(_ isSame: (EntityProperty) -> Bool) -> Bool {
    guard unsafe declared == nil, let known = unsafe known,
      unsafe known._withUnsafeGuaranteedRef({ unsafe $0.expects(matching, isSame) })
    else { return false }
    unsafe matching &+= 1
    return true
  }

  @usableFromInline
  func matches(
    _ keyPath: String, _ type: SchemaPropertyType, _ isOptional: Bool,
    _ decodable: any SchemaDecodable.Type
  ) -> Bool {
    isExpected { $0.isDecoded(by: decodable) && $0.isSame(keyPath, type, isOptional) }
  }

  @usableFromInline
  func declare(
    _ keyPath: String, _ type: SchemaPropertyType, _ isOptional: Bool, _ reader: DecodableReader
  ) -> Property {
    declare(keyPath, type, isOptional, .type(reader))
  }

  private func declare(
    _ keyPath: String, _ type: SchemaPropertyType, _ isOptional: Bool,
    _ decoding: EntityProperty.Decoding
  ) -> Property {
    let property = EntityProperty(
      name: PropertyName(keyPath), type: type, isOptional: isOptional, decoding: decoding)
    // In place: a copy for each property would take the square of their number.
    if unsafe declared == nil { unsafe declared = properties }
    unsafe declared?.append(property)
    return Property()
  }

  // MARK: Using

  /// Prepares for another declaration, which is expected to equal `known`.
  func begin(_ known: EntityPlan?) {
    unsafe self.known = unsafe known.map { unsafe .passUnretained($0) }
    unsafe matching = 0
    unsafe declared = nil
    if unsafe !decoders.isEmpty { unsafe decoders = [] }
  }

  /// Ends the declaration. A builder kept after its closure can still be used, but has no effect.
  func end() {
    unsafe known = nil
    unsafe declared = nil
  }

  /// Whether the declaration equals the known one.
  var isKnown: Bool {
    unsafe declared == nil && matching == known?._withUnsafeGuaranteedRef { $0.count }
  }

  /// The declared properties, when they differ from the known ones.
  var properties: [EntityProperty] {
    unsafe declared ?? known.map {
      unsafe Array($0.takeUnretainedValue().properties.prefix(matching))
    } ?? []
  }

  /// Returns the decoders of this declaration, in its order.
  func takeDecoders() -> [any SchemaDecoder] {
    if unsafe decoders.isEmpty { return unsafe decoders }
    defer { unsafe decoders = [] }
    return unsafe decoders
  }
}

extension SchemaBuilder {
  /// A declared property.
  public struct Property: Sendable {
    @usableFromInline init() {}
  }
}
