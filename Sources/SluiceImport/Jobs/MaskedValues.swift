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

  /// Of an object's parameters, under a new key.
  init(of object: any SourceObject) { self.init(of: object, under: KeyedHash()) }

  private init(of object: any SourceObject, under key: KeyedHash) {
    self.key = key
    func hash(_ parameters: [MaskedParameter]) -> UInt32 {
      let text = parameters.map(\.text).joined(separator: "&")
      return UInt32(truncatingIfNeeded: key.value(of: Array(text.utf8)))
    }
    let all = object.maskedParameters
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

  /// Whether an object has these values.
  func areThose(of object: any SourceObject) -> Bool {
    MaskedValues(of: object, under: key) == self
  }

  /// Whether an object may be the same under another token.
  func mayBeRenewed(in object: any SourceObject) -> Bool {
    MaskedValues(of: object, under: key).lasting == lasting
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

extension ImportJob {
  /// Finds the progress of an object whose name lacks something. Those of objects whose names are the same are numbered:
  /// `URL`, `URL#2`, …
  ///
  /// The one with the same values is the object's. Without one, it is that of an object whose text this one continues, if
  /// they differ only in what is given out anew, such as a token; otherwise the object is new.
  func distinguish(_ file: SourceFile, at address: SourceAddress) throws(ImportError) {
    guard let object = file.object, !object.maskedParameters.isEmpty else { return }
    if let masked = objects.masked[address] { return file.distinguish(as: masked) }
    func name(_ number: Int) -> ByteName {
      ByteName(file.path + (number == 1 ? "" : "#\(number)") + rangeSuffix)
    }
    let taken = Set(objects.masked.values.map(\.name))
    var known: [ByteName: Checkpoint] = [:]
    let sources = try sink.keepsRowsBack ? [] : sink.knownSources()
    for source in sources where !taken.contains(source.source) {
      known[source.source] = source.checkpoint
    }
    var (number, continued): (Int, ByteName?) = (1, nil)
    while let checkpoint = known[name(number)] {
      if let values = checkpoint.masked, values.areThose(of: object) {
        return distinguish(file, at: address, MaskedSource(name: name(number), values: values))
      }
      if continued == nil, checkpoint.masked?.mayBeRenewed(in: object) ?? true,
        try file.isFile(of: checkpoint)
      {
        continued = name(number)
      }
      number += 1
    }
    while taken.contains(name(number)) || known[name(number)] != nil { number += 1 }
    let values = MaskedValues(of: object)
    distinguish(file, at: address, MaskedSource(name: continued ?? name(number), values: values))
    guard continued != nil, !sink.restarts else { return }
    file.notes.append(
      ImportNote(
        kind: .sameSource,
        message:
          "\(object.name) was imported before with another value of what is masked, as its text tells:"
          + " it is continued"))
  }

  private func distinguish(_ file: SourceFile, at address: SourceAddress, _ masked: MaskedSource) {
    objects.masked[address] = masked
    file.distinguish(as: masked)
  }
}

/// The name under which the progress of such a URL is kept, and its values.
struct MaskedSource {
  let name: ByteName
  let values: MaskedValues
}

extension SourceFile {
  fileprivate func distinguish(as masked: MaskedSource) {
    object?.mark(masked.values.letters)
    (self.masked, source) = (masked.values, masked.name)
  }
}
