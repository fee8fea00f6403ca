public import Foundation
public import Sluice
import SluiceSystem
import Synchronization

/// Decodes `Decodable` types from JSON: `JSONDecoder`, several times faster.
///
/// ```swift
/// let decoder = SluiceDecoder()
/// decoder.dateDecodingStrategy = .iso8601
/// let person = try decoder.decode(Person.self, from: data)
/// ```
///
/// The options, the results, and the `DecodingError` cases with their coding paths are Foundation's. The errors also say
/// in which line and column of the document, and at which byte; `underlyingError` is the `JSONError`.
/// <doc:ComingFromJSONDecoder> lists the differences.
///
/// Make one and use it from many tasks at once, or one for each document, which is cheap: the memory for documents is
/// shared by all decoders and reused.
open class SluiceDecoder: @unchecked Sendable {
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  public typealias NonConformingFloatDecodingStrategy =
    JSONDecoder.NonConformingFloatDecodingStrategy
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  private let lock = LockedValue(DecoderOptions.initial)
  /// Counts the changes of options.
  private let changes = Atomic(0)

  /// A decoder with Foundation's defaults: keys and dates as they are, data in Base64, no NaN.
  public init() {}

  /// How dates are written. `.deferredToDate` by default: a number of seconds since 2001.
  open var dateDecodingStrategy: DateDecodingStrategy {
    get { options.values.dates }
    set { change { $0.dates = newValue } }
  }

  /// How `Data` is written. `.base64` by default.
  open var dataDecodingStrategy: DataDecodingStrategy {
    get { options.values.data }
    set { change { $0.data = newValue } }
  }

  /// Which strings stand for NaN and the infinities. None by default.
  open var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { options.values.floats }
    set { change { $0.floats = newValue } }
  }

  /// How the document's keys become those of the types. Unchanged by default, which is the fastest: another strategy
  /// goes through all keys of each object. What `.convertFromSnakeCase` makes of a key is kept.
  open var keyDecodingStrategy: KeyDecodingStrategy {
    get { options.values.keys }
    set { change { $0.keys = newValue } }
  }

  /// What types can ask for while they are decoded.
  @preconcurrency
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { options.values.userInfo }
    set { change { $0.userInfo = newValue } }
  }

  /// Whether the braces around the document's object may be missing.
  open var assumesTopLevelDictionary: Bool {
    get { options.values.assumesTopLevelDictionary }
    set { change { $0.assumesTopLevelDictionary = newValue } }
  }

  /// Whether a comma may follow the last field or element, as in `[1, 2,]`: Foundation's decoder always passes over one.
  ///
  /// Without it, the document is refused, as it is not JSON. With it, each document is copied, after one more pass over its
  /// bytes. For `decode(_:from:)` of data and text, not for records and values of documents that are open already.
  open var allowsTrailingCommas: Bool {
    get { options.values.allowsTrailingCommas }
    set { change { $0.allowsTrailingCommas = newValue } }
  }

  /// Not supported: while it is true, each decode throws `dataCorrupted`. JSON5 is a language of its own, and reading
  /// half of it silently would be worse than none.
  open var allowsJSON5: Bool {
    get { options.values.allowsJSON5 }
    set { change { $0.allowsJSON5 = newValue } }
  }

  /// How documents are opened: how much of them is checked, and their limits. The whole document is checked by default;
  /// with `JSONChecking.accessed`, only what the type reads. A fault that is met there is thrown at the latest when the
  /// decode ends, whatever the type makes of it.
  ///
  /// The policy for duplicate keys is Foundation's, the first counts, or `DuplicateKeys.reject`.
  open var documentOptions: JSONOptions {
    get { options.values.reading }
    set { change { $0.reading = newValue } }
  }

  /// Decodes a value from a document in UTF-8, UTF-16 or UTF-32. Long documents in UTF-8 are mostly read where they
  /// are; others are copied once.
  ///
  /// Throws `DecodingError`, and what the type's own `init(from:)` throws.
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try decode(data) { try $0.decoded(type) }
  }

  /// The options, for a decode.
  final var options: DecoderOptions { lock.withLock { $0 } }

  /// The number of changes of the options: as long as it is equal, they are.
  final var changeCount: Int { changes.load(ordering: .acquiring) }

  private func change(_ body: (inout DecoderOptions.Values) -> Void) {
    lock.withLock { options in
      var values = options.values
      body(&values)
      options = DecoderOptions(values)
      changes.add(1, ordering: .releasing)
    }
  }
}
