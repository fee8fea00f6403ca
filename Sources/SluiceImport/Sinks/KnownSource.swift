public import Sluice
import SluiceSystem

/// What earlier runs have committed of a source to a target.
public struct KnownSource: Sendable, Hashable {
  /// The name under which its progress is kept: see ``JobIdentity/source``.
  public let source: ByteName
  public let checkpoint: Checkpoint

  public init(source: ByteName, checkpoint: Checkpoint) {
    (self.source, self.checkpoint) = (source, checkpoint)
  }
}

extension KnownSource {
  /// After the path in a source's name: what is not part of the path.
  static let mark = "//"
  private static let generationWord = "\(mark)generation-"

  /// The path in the name.
  var path: String { KnownSource.path(in: source).text }

  static func path(in source: ByteName) -> ByteName {
    let bytes = Array(source.text.utf8)
    let end = bytes.indices.dropLast().first { bytes[$0...].starts(with: mark.utf8) }
    return ByteName(String(decoding: bytes[..<(end ?? bytes.endIndex)], as: UTF8.self))
  }

  /// Whether it is a file, or the range of one that a suffix names.
  func hasRange(_ suffix: String) -> Bool {
    guard source.hasPrefix("/") else { return false }
    let rest = source.text.utf8.dropFirst(path.utf8.count)
    return suffix.isEmpty
      ? rest.isEmpty || rest.starts(with: KnownSource.generationWord.utf8)
      : rest.elementsEqual(suffix.utf8)
  }

  /// The name of another file at a path whose own name belongs to a file that was there before.
  static func name(ofGeneration number: Int, at path: String) -> ByteName {
    ByteName("\(path)\(generationWord)\(number)")
  }
}

/// By what a source is known besides the path in its name.
struct SourceEvidence: Hashable {
  /// The paths, with links, under which it was given.
  var names: [ByteName] = []
  /// What proves the compressed file that has its text, if there is one.
  var packed: FileProof?
  /// The files themselves, whatever they are called: the one that was imported first, and the one by which it went on last.
  /// None: their file systems don't tell, or only a compressed one has the text.
  var origins: [FileOrigin] = []

  private static let mostNames = 8

  /// The same with a further name, of which the last few are kept.
  func adding(_ name: ByteName) -> SourceEvidence {
    guard !names.contains(name) else { return self }
    var more = self
    more.names = (names + [name]).suffix(SourceEvidence.mostNames)
    return more
  }

  /// The same as of another file.
  func going(onIn origin: FileOrigin) -> SourceEvidence {
    guard !origins.contains(origin) else { return self }
    var more = self
    more.origins = origins.prefix(1) + [origin]
    return more
  }

  /// The same without the compressed file.
  var unpacked: SourceEvidence { SourceEvidence(names: names, origins: origins) }
}

extension SourceFingerprint {
  private static let namesWord = "names"
  private static let packedWord = "packed"
  private static let originsWord = "files"
  /// What separates facts and names, and the sign that stands for them.
  private static let escapes = [("%", "%25"), (";", "%3B"), (",", "%2C")]

  /// Names as one fact.
  static func list(_ names: [ByteName]) -> String {
    names.map { name in
      escapes.reduce(name.text) { $0.replacingBytes(of: $1.0, with: $1.1) }
    }.joined(separator: ",")
  }

  static func names(inList text: Substring) -> [ByteName] {
    text.parts(at: ",").map { name in
      ByteName(escapes.reversed().reduce(String(name)) { $0.replacingBytes(of: $1.1, with: $1.0) })
    }
  }

  var evidence: SourceEvidence {
    var evidence = SourceEvidence()
    evidence.names = fact(SourceFingerprint.namesWord).map(SourceFingerprint.names) ?? []
    if let packed = fact(SourceFingerprint.packedWord), let comma = packed.firstIndex(of: ","),
      let length = Int64(packed[..<comma])
    {
      evidence.packed = FileProof(packed[packed.index(after: comma)...], length: length)
    }
    if let origins = fact(SourceFingerprint.originsWord) {
      evidence.origins = origins.parts(at: ",").compactMap { FileOrigin($0) }
    }
    return evidence
  }

  func with(_ evidence: SourceEvidence) -> SourceFingerprint {
    var result = self
    if !evidence.names.isEmpty {
      result = result.adding(
        SourceFingerprint.namesWord, SourceFingerprint.list(evidence.names))
    }
    if let packed = evidence.packed, let text = packed.text {
      result = result.adding(SourceFingerprint.packedWord, "\(packed.length),\(text)")
    }
    if !evidence.origins.isEmpty {
      result = result.adding(
        SourceFingerprint.originsWord, evidence.origins.map(\.description).joined(separator: ","))
    }
    return result
  }

  /// Only what was found of the source itself, to which a commit adds the rest.
  var bare: SourceFingerprint {
    let plain = SourceFingerprint(
      size: size, head: head, tail: String(tailHash) + (mark?.text ?? ""))
    return objectVersion.map(plain.ofObject) ?? plain
  }
}
