@_exported import Sluice
@_exported import SluiceSchema

// Elevate's names for types that have other names in SluiceSchema.

/// Elevate's `Decodable`. In a file that imports this module, the name no longer means Swift's.
public typealias Decodable = SchemaDecodable

/// Elevate's `Decoder`. In a file that imports this module, the name no longer means Swift's: an
/// `init(from: Decoder)` in that file does not implement Swift's `Decodable`, and the compiler does
/// not warn of it.
public typealias Decoder = SchemaDecoder

/// Elevate's `Encodable`. In a file that imports this module, the name no longer means Swift's.
public typealias Encodable = SchemaEncodable

/// Elevate's name for the types of properties.
public typealias SchemaPropertyProtocol = SchemaPropertyType

/// Elevate's name for a declared property.
public typealias SchemaProperty = SchemaBuilder.Property

/// Elevate's name for the decoder of an `Int` from a string.
public typealias StringToIntDecoder = StringDecoder<Int>
