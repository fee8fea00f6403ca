public import Foundation

/// A `JSONEncoder` that encodes as ``SluiceEncoder`` does: for APIs that demand Foundation's class, such as GRDB's
/// `databaseJSONEncoder`.
///
/// Options that are set through either class are those of ``encoder``. Tried with the Foundation of Linux; not with Apple's.
///
/// Sound because it has no state but the encoder, which tasks may share.
public final class SluiceJSONEncoder: JSONEncoder, @unchecked Sendable {
  /// What encodes.
  public let encoder: SluiceEncoder

  /// An encoder with Foundation's defaults.
  public override convenience init() { self.init(SluiceEncoder()) }

  /// An encoder with the options of another one, which it shares.
  public init(_ encoder: SluiceEncoder) {
    self.encoder = encoder
    super.init()
  }

  public override var outputFormatting: OutputFormatting {
    get { encoder.outputFormatting }
    set { encoder.outputFormatting = newValue }
  }

  public override var dateEncodingStrategy: DateEncodingStrategy {
    get { encoder.dateEncodingStrategy }
    set { encoder.dateEncodingStrategy = newValue }
  }

  public override var dataEncodingStrategy: DataEncodingStrategy {
    get { encoder.dataEncodingStrategy }
    set { encoder.dataEncodingStrategy = newValue }
  }

  public override var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { encoder.nonConformingFloatEncodingStrategy }
    set { encoder.nonConformingFloatEncodingStrategy = newValue }
  }

  public override var keyEncodingStrategy: KeyEncodingStrategy {
    get { encoder.keyEncodingStrategy }
    set { encoder.keyEncodingStrategy = newValue }
  }

  @preconcurrency
  public override var userInfo: [CodingUserInfoKey: any Sendable] {
    get { encoder.userInfo }
    set { encoder.userInfo = newValue }
  }

  public override func encode<T: Encodable>(_ value: T) throws -> Data {
    try encoder.encode(value)
  }

  public override func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    try encoder.encode(value, configuration: configuration)
  }

  public override func encode<T, C>(_ value: T, configuration: C.Type) throws -> Data
  where
    T: EncodableWithConfiguration, C: EncodingConfigurationProviding,
    T.EncodingConfiguration == C.EncodingConfiguration
  {
    try encoder.encode(value, configuration: configuration)
  }
}
