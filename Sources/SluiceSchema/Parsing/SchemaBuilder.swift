import Sluice

/// The properties of an object while they are declared: what the closure of
/// ``Parser/parseEntity(json:fileID:line:column:closure:)-(JSONCursor,_,_,_,_)`` gets. The order of the properties is the
/// order of the errors.
///
/// What is declared is compared with what was declared here the last time, property by property;
/// nothing is compiled as long as it is the same.
public final class SchemaBuilder {
  // Not checked for exclusive access, which would cost as much as comparing two properties: no
  // method calls anybody else's code while it uses one of these.

  /// What was declared here last, as far as it is still the same.
  /// Unmanaged: `Parser.parseEntity` holds it until the declaration ends.
  @exclusivity(unchecked) private var known: Unmanaged<EntityPlan>?
  @exclusivity(unchecked) private var matching = 0
  /// What is declared, from the first difference on.
  @exclusivity(unchecked) private var declared: [EntityProperty]?
  @exclusivity(unchecked) private var decoders: [any SchemaDecoder] = []

  init() {}

  /// Declares a property.
  @discardableResult
  public func addProperty(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false
  ) -> SchemaProperty {
    if isExpected({ $0.isPlain && $0.isSame(keyPath, type, optional) }) { return SchemaProperty() }
    return declare(keyPath, type, optional, .none)
  }

  /// Declares a property whose value, or each of whose elements, makes itself of JSON.
  @discardableResult @inlinable
  public func addProperty<T: SchemaDecodable>(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false, decodableType: T.Type
  ) -> SchemaProperty {
    if matches(keyPath, type, optional, T.self) { return SchemaProperty() }
    return declare(keyPath, type, optional, DecodableReader(T.self))
  }

  /// Declares a property with a decodable type that is known at run time only; nil: none.
  @discardableResult @_disfavoredOverload
  public func addProperty(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false,
    decodableType: (any SchemaDecodable.Type)?
  ) -> SchemaProperty {
    guard let decodableType else {
      return addProperty(keyPath: keyPath, type: type, optional: optional)
    }
    func declare<T: SchemaDecodable>(_ decodable: T.Type) -> SchemaProperty {
      addProperty(keyPath: keyPath, type: type, optional: optional, decodableType: decodable)
    }
    return declare(decodableType)
  }

  /// Declares a property whose value, or each of whose elements, a decoder makes; nil: none.
  @discardableResult
  public func addProperty(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false,
    decoder: (any SchemaDecoder)?
  ) -> SchemaProperty {
    guard let decoder else { return addProperty(keyPath: keyPath, type: type, optional: optional) }
    decoders.append(decoder)
    if isExpected({ $0.hasDecoder && $0.isSame(keyPath, type, optional) }) {
      return SchemaProperty()
    }
    return declare(keyPath, type, optional, .decoder)
  }

  // MARK: Comparing

  /// Whether the property at hand is the one that was declared here the last time.
  @inline(__always)
  private func isExpected(_ isSame: (EntityProperty) -> Bool) -> Bool {
    guard declared == nil, let known,
      known._withUnsafeGuaranteedRef({ $0.expects(matching, isSame) })
    else { return false }
    matching &+= 1
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
  ) -> SchemaProperty {
    declare(keyPath, type, isOptional, .type(reader))
  }

  private func declare(
    _ keyPath: String, _ type: SchemaPropertyType, _ isOptional: Bool,
    _ decoding: EntityProperty.Decoding
  ) -> SchemaProperty {
    var declared = properties
    declared.append(
      EntityProperty(
        name: PropertyName(keyPath), type: type, isOptional: isOptional, decoding: decoding))
    self.declared = declared
    return SchemaProperty()
  }

  // MARK: Using

  /// Ready for another declaration, which is expected to be that of `known`.
  func begin(_ known: EntityPlan?) {
    self.known = known.map { .passUnretained($0) }
    matching = 0
    declared = nil
    if !decoders.isEmpty { decoders = [] }
  }

  /// Whoever keeps the builder longer than the closure may use it, to no effect.
  func end() {
    known = nil
    declared = nil
  }

  /// Whether what was declared is what was known.
  var isKnown: Bool {
    declared == nil && matching == known?._withUnsafeGuaranteedRef { $0.count }
  }

  /// What was declared, when it is not known.
  var properties: [EntityProperty] {
    declared ?? known.map { Array($0.takeUnretainedValue().properties.prefix(matching)) } ?? []
  }

  /// The decoders of this declaration, in its order.
  func takeDecoders() -> [any SchemaDecoder] {
    if decoders.isEmpty { return decoders }
    defer { decoders = [] }
    return decoders
  }
}

/// A property that was declared.
public struct SchemaProperty: Sendable {
  @usableFromInline init() {}
}
