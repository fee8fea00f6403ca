import SluiceSystem

/// Hashes of text in which a hole counts as whatever fills it later: `0123456789abcdef~24-60`.
///
/// Where several programs write, or a network does, a file may have NUL bytes for a while. A job passes over them with a
/// note, and the file that they are filled in is still the same.
extension SourceFingerprint {
  /// Before each hole: its first byte, and the byte after its last one.
  private static let holeMark = "~"

  /// The most holes that are named: checkpoints have hashes of hundreds of files, and a column of a database has to hold
  /// them.
  private static let mostHoles = 8

  /// The hash of bytes of a plain file, and where they have holes. Many holes count as they are, and so do those of bytes
  /// of which hardly any is written: the rest would tell too little.
  static func textHash(_ bytes: some Collection<UInt8>) -> String {
    let hash = hash(bytes)
    guard bytes.contains(0) else { return hash }
    let holes = holes(in: Array(bytes))
    let missing = holes.reduce(0) { $0 + $1.count }
    guard holes.count <= mostHoles, 4 * (bytes.count - missing) >= bytes.count else { return hash }
    return holes.reduce(into: hash) { $0 += holeMark + "\($1.lowerBound)-\($1.upperBound)" }
  }

  private static func holes(in bytes: [UInt8]) -> [Range<Int>] {
    var holes: [Range<Int>] = []
    var place = 0
    while let start = bytes[place...].firstIndex(of: 0) {
      place = bytes[start...].firstIndex { $0 != 0 } ?? bytes.count
      holes.append(start..<place)
    }
    return holes
  }

  /// Whether this hash, which may have holes, is that of these bytes. `known`: their hash without any.
  static func isHash(
    _ text: some StringProtocol, of bytes: [UInt8], known: String? = nil
  ) -> Bool {
    guard let (written, holes) = parts(of: text, before: bytes.count) else { return false }
    guard !holes.isEmpty else { return (known ?? hash(bytes)) == text }
    var bytes = bytes
    for hole in holes {
      bytes.replaceSubrange(hole, with: repeatElement(0, count: hole.count))
    }
    return hash(bytes) == written
  }

  static func namesHoles(_ text: some StringProtocol) -> Bool {
    text.utf8.contains(UInt8(ascii: "~"))
  }

  /// The holes of a hash that have been filled since, in bytes whose hash it is.
  static func filledHoles(
    _ text: some StringProtocol, in bytes: [UInt8]
  ) -> [Range<Int>] {
    (parts(of: text, before: bytes.count)?.holes ?? []).filter { hole in
      bytes[hole].contains { $0 != 0 }
    }
  }

  /// Nil when it names a hole that is not among that many bytes.
  private static func parts(
    of text: some StringProtocol, before count: Int
  ) -> (hash: Substring, holes: [Range<Int>])? {
    let parts = Substring(text).parts(at: "~")
    var holes: [Range<Int>] = []
    for part in parts.dropFirst() {
      let ends = part.parts(at: "-").map { Int($0) }
      guard ends.count == 2, let start = ends[0], let end = ends[1], start >= 0, start < end,
        end <= count
      else { return nil }
      holes.append(start..<end)
    }
    return (parts[0], holes)
  }
}
