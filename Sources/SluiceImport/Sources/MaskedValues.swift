import Sluice
import SluiceFeed
import SluiceSystem

/// The values of a URL's parameters that progress does not keep, because they may be secrets, as keyed hashes. The
/// progress keeps them with their key, as a fact of the fingerprint: `;masked=KEY,HASH,HASH`.
struct MaskedValues: Hashable {
  private let key: KeyedHash
  /// Half of the hash of all: many values have it, so that it tells less than they do.
  private let hash: UInt32
  /// That of the values which stay the same when a token or a password is given out anew: `region=…`.
  private let lasting: UInt32

  /// Hashes a source's parameters under a new key.
  init(of source: any ResumableSource) { self.init(of: source, under: KeyedHash()) }

  private init(of source: any ResumableSource, under key: KeyedHash) {
    self.key = key
    func hash(_ parameters: [MaskedParameter]) -> UInt32 {
      let text = parameters.map(\.text).joined(separator: "&")
      return UInt32(truncatingIfNeeded: key.value(of: Array(text.utf8)))
    }
    let all = source.maskedParameters
    (self.hash, lasting) = (hash(all), hash(all.filter { !$0.isRenewed }))
  }

  var text: String {
    "\(key.text),\(String(hash, radix: 16)),\(String(lasting, radix: 16))"
  }

  fileprivate init?(_ text: Substring) {
    let parts = text.parts(at: ",")
    guard parts.count == 3, let key = KeyedHash(parts[0]), let hash = UInt32(parts[1], radix: 16),
      let lasting = UInt32(parts[2], radix: 16)
    else { return nil }
    (self.key, self.hash, self.lasting) = (key, hash, lasting)
  }

  /// Whether a source has these values.
  func areThose(of source: any ResumableSource) -> Bool {
    MaskedValues(of: source, under: key) == self
  }

  /// Whether a source may be the same under another token.
  func mayBeRenewed(in source: any ResumableSource) -> Bool {
    MaskedValues(of: source, under: key).lasting == lasting
  }

  /// Four letters of a parameter's hash.
  func letters(of parameter: String) -> String {
    var hash = key.value(of: Array(parameter.utf8))
    return String(
      decoding: (0..<4).map { _ in
        defer { hash /= 26 }
        return UInt8(ascii: "a") + UInt8(hash % 26)
      }, as: UTF8.self)
  }
}

extension Checkpoint {
  static let maskedFact = "masked"

  /// The masked values of the URL; nil: it had none.
  var masked: MaskedValues? { fingerprint.fact(Checkpoint.maskedFact).flatMap { MaskedValues($0) } }
}
