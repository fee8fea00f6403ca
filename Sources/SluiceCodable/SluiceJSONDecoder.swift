public import Foundation

/// A `JSONDecoder` that decodes as ``SluiceDecoder`` does: for APIs that demand Foundation's class, such as GRDB's
/// `databaseJSONDecoder`.
///
/// ```swift
/// let decoder: JSONDecoder = SluiceJSONDecoder()
/// ```
///
/// Options that are set through either class are those of ``decoder``. Tried with the Foundation of Linux; not with Apple's.
///
/// Sound because it has no state but the decoder, which tasks may share.
public final class SluiceJSONDecoder: JSONDecoder, @unchecked Sendable {
  /// What decodes, and has the options that `JSONDecoder` lacks.
  public let decoder: SluiceDecoder

  /// A decoder with Foundation's defaults.
  public override convenience init() { self.init(SluiceDecoder()) }

  /// A decoder with the options of another one, which it shares.
  public init(_ decoder: SluiceDecoder) {
    self.decoder = decoder
    super.init()
  }

  public override var dateDecodingStrategy: DateDecodingStrategy {
    get { decoder.dateDecodingStrategy }
    set { decoder.dateDecodingStrategy = newValue }
  }

  public override var dataDecodingStrategy: DataDecodingStrategy {
    get { decoder.dataDecodingStrategy }
    set { decoder.dataDecodingStrategy = newValue }
  }

  public override var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { decoder.nonConformingFloatDecodingStrategy }
    set { decoder.nonConformingFloatDecodingStrategy = newValue }
  }

  public override var keyDecodingStrategy: KeyDecodingStrategy {
    get { decoder.keyDecodingStrategy }
    set { decoder.keyDecodingStrategy = newValue }
  }

  @preconcurrency
  public override var userInfo: [CodingUserInfoKey: any Sendable] {
    get { decoder.userInfo }
    set { decoder.userInfo = newValue }
  }

  public override var assumesTopLevelDictionary: Bool {
    get { decoder.assumesTopLevelDictionary }
    set { decoder.assumesTopLevelDictionary = newValue }
  }

  /// See ``SluiceDecoder/allowsTrailingCommas``.
  public var allowsTrailingCommas: Bool {
    get { decoder.allowsTrailingCommas }
    set { decoder.allowsTrailingCommas = newValue }
  }

  /// Not supported: see ``SluiceDecoder/allowsJSON5``.
  public override var allowsJSON5: Bool {
    get { decoder.allowsJSON5 }
    set { decoder.allowsJSON5 = newValue }
  }

  public override func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decoder.decode(type, from: data)
  }

  public override func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T {
    try decoder.decode(type, from: data, configuration: configuration)
  }

  public override func decode<T, C>(
    _ type: T.Type, from data: Data, configuration: C.Type
  ) throws -> T
  where
    T: DecodableWithConfiguration, C: DecodingConfigurationProviding,
    T.DecodingConfiguration == C.DecodingConfiguration
  {
    try decoder.decode(type, from: data, configuration: configuration)
  }
}
