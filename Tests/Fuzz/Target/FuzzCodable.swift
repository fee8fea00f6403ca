import Foundation
import Sluice
import SluiceCodable

/// Codable types, decoded by SluiceDecoder and by JSONDecoder: the same values, or the same cases of errors at the same
/// coding paths, but for the differences that the page Coming from JSONDecoder lists.
enum FuzzCodable {
  nonisolated(unsafe) private static var reader = JSONReader(
    options: JSONOptions(checking: .full, duplicateKeys: .firstWins))

  static func run(_ document: [UInt8], control: UInt8) {
    let (ours, theirs) = (SluiceDecoder(), JSONDecoder())
    set(control, on: ours, theirs)
    let data = Data(document)
    guard (try? reader.withDocument(document, { _ in true })) == true else {
      refuse(data, document, ours)
      return
    }
    guard depth(of: document) < 400 else {
      _ = try? ours.decode(CodableItem.self, from: data)
      return
    }
    let pair = DecoderPair(ours: ours, theirs: theirs, data: data, document: document)
    switch control >> 4 & 7 {
    case 0: pair.compare(CodableItem.self)
    case 1: pair.compare([CodableItem].self)
    case 2: pair.compare(CodableChoices.self)
    case 3: pair.compare(CodableNest.self)
    case 4: pair.compare(CodableUnion.self)
    case 5: pair.compare(CodableDerived.self)
    case 6: pair.compare(CodableLists.self)
    default: pair.compare(CodableFields.self, hasDictionary: true)
    }
  }

  private static func set(_ control: UInt8, on ours: SluiceDecoder, _ theirs: JSONDecoder) {
    if control & 1 != 0 {
      ours.keyDecodingStrategy = .convertFromSnakeCase
      theirs.keyDecodingStrategy = .convertFromSnakeCase
    }
    if control & 2 != 0 {
      ours.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "a", negativeInfinity: "b", nan: "s")
      theirs.nonConformingFloatDecodingStrategy = ours.nonConformingFloatDecodingStrategy
    }
    if control & 4 != 0 {
      ours.dateDecodingStrategy = control & 8 != 0 ? .iso8601 : .millisecondsSince1970
      theirs.dateDecodingStrategy = ours.dateDecodingStrategy
    }
  }

  /// A document that is broken anywhere is refused. With checking of what is accessed it may have a value.
  private static func refuse(_ data: Data, _ document: [UInt8], _ ours: SluiceDecoder) {
    // UTF-16 and UTF-32 are transcoded.
    if !document.contains(0), !document.starts(with: [0xFF]), !document.starts(with: [0xFE]),
      (try? ours.decode(CodableAny.self, from: data)) != nil
    {
      disagreement("a decoder took a document that a reader refuses", document)
    }
    ours.documentOptions.checking = .accessed
    // Types that read all of a value, also fields that do not count.
    if !document.contains(0), !document.starts(with: [0xFF]), !document.starts(with: [0xFE]),
      fault(of: document) != .trailingContent,
      (try? ours.decode(JSON.self, from: data)) != nil
        || (try? ours.decode(JSONView.self, from: data)) != nil
    {
      disagreement("a decoder took a value with a fault, all of which it read", document)
    }
    _ = try? ours.decode(CodableUnion.self, from: data)
    _ = try? ours.decode(CodableItem.self, from: data)
    _ = try? ours.decode(CodableDerived.self, from: data)
    _ = try? ours.decode(CodableLists.self, from: data)
  }

  private static func fault(of document: [UInt8]) -> JSONError.Code? {
    do {
      return try reader.withDocument(document) { _ in nil }
    } catch {
      return (error as? JSONError)?.code
    }
  }

  /// Foundation refuses more than 512 levels.
  private static func depth(of document: [UInt8]) -> Int {
    var (depth, deepest) = (0, 0)
    for byte in document {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { depth -= 1 }
      deepest = max(deepest, depth)
    }
    return deepest
  }
}

/// Two decoders with the same strategies, and a document.
private struct DecoderPair {
  let ours: SluiceDecoder
  let theirs: JSONDecoder
  let data: Data
  let document: [UInt8]

  func compare<T: Decodable>(_ type: T.Type, hasDictionary: Bool = false) {
    let our = Outcome { try ours.decode(type, from: data) }
    let their = Outcome { try theirs.decode(type, from: data) }
    if our == their || isListed(our, their, hasDictionary) { return }
    disagreement("\(type): ours \(our), theirs \(their)", document)
  }

  private func isListed(_ our: Outcome, _ their: Outcome, _ hasDictionary: Bool) -> Bool {
    // Keys that look the same.
    if document.contains(where: { $0 >= 0x80 }) || hasEscapes { return true }
    // Integers by way of a double: what a type makes of the error, and of the value, differs in any way.
    if hasInexactNumbers { return true }
    guard our.error != nil, their.error != nil else { return false }
    if hasDictionary { return true }
    return our.isCorrupted && their.isCorrupted
      && (their.path.isEmpty || our.path.hasPrefix(their.path))
  }

  private var hasEscapes: Bool {
    document.indices.dropLast().contains {
      document[$0] == UInt8(ascii: "\\") && document[$0 + 1] == UInt8(ascii: "u")
    }
  }

  /// Whether a number may not be what a double makes of it: with a fraction or exponent, and many digits in either.
  private var hasInexactNumbers: Bool {
    document.split { !"+-.0123456789eE".utf8.contains($0) }.contains { number in
      let parts = number.split { "eE".utf8.contains($0) }
      return parts.count > 1 && parts[1].count > 2
        || number.count > 15 && number.contains { ".eE".utf8.contains($0) }
    }
  }
}

/// How a decode ended.
private struct Outcome: Equatable, CustomStringConvertible {
  var value: String?
  /// The case of the error, and its type or key.
  var error: String?
  var path = ""

  var isCorrupted: Bool { error == "dataCorrupted" }
  var description: String { value ?? "\(error ?? "") at \"\(path)\"" }

  init(_ body: () throws -> Any) {
    do {
      value = "\(try body())"
    } catch let error as DecodingError {
      let context: DecodingError.Context
      switch error {
      case .typeMismatch(let type, let found):
        (self.error, context) = ("typeMismatch \(type)", found)
      case .valueNotFound(let type, let found):
        (self.error, context) = ("valueNotFound \(type)", found)
      case .keyNotFound(let key, let found):
        (self.error, context) = ("keyNotFound \(key.stringValue)", found)
      case .dataCorrupted(let found): (self.error, context) = ("dataCorrupted", found)
      @unknown default: fatalError("\(error)")
      }
      path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }
        .joined()
    } catch {
      self.error = "\(error)"
    }
  }
}
