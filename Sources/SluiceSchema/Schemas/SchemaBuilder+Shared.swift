extension SchemaBuilder {
  /// Declares properties in the closure of ``Schema/init(_:)``. Like ``SchemaBuilder``, but decoders
  /// must be Sendable.
  public final class Shared {
    let builder = SchemaBuilder()
    private(set) var decoders: [any SchemaDecoder & Sendable] = []

    init() { builder.begin(nil) }

    /// Declares a property.
    @discardableResult
    public func addProperty(
      keyPath: String, type: SchemaPropertyType, optional: Bool = false
    ) -> Property {
      builder.addProperty(keyPath: keyPath, type: type, optional: optional)
    }

    /// Declares a property whose value, or each of whose elements, initialises itself from JSON.
    @discardableResult
    public func addProperty<T: SchemaDecodable>(
      keyPath: String, type: SchemaPropertyType, optional: Bool = false, decodableType: T.Type
    ) -> Property {
      builder.addProperty(
        keyPath: keyPath, type: type, optional: optional, decodableType: decodableType)
    }

    /// Declares a property whose value, or each of whose elements, a decoder makes; nil for none.
    @discardableResult
    public func addProperty(
      keyPath: String, type: SchemaPropertyType, optional: Bool = false,
      decoder: (any SchemaDecoder & Sendable)?
    ) -> Property {
      if let decoder { decoders.append(decoder) }
      return builder.addProperty(
        keyPath: keyPath, type: type, optional: optional, decoder: decoder)
    }
  }
}
