@_exported import Sluice
@_exported import SluiceSchema

// Elevate's names for what SluiceSchema calls otherwise.

/// Elevate's `Decodable`. In a file that imports this module, the name no longer means Swift's.
public typealias Decodable = SchemaDecodable

/// Elevate's `Decoder`. In a file that imports this module, the name no longer means Swift's: an
/// `init(from: Decoder)` written there does not make a type Swift's `Decodable`, and the compiler
/// does not say so.
public typealias Decoder = SchemaDecoder

/// Elevate's `Encodable`. In a file that imports this module, the name no longer means Swift's.
public typealias Encodable = SchemaEncodable

/// Elevate's name for the types of properties.
public typealias SchemaPropertyProtocol = SchemaPropertyType
