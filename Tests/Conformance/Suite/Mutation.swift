import TestSupport

/// Damages documents in realistic ways: bits flip, ends are cut off, lines run together.
public struct Mutation {
  private var random: SeededGenerator

  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let meaningful = Array("{}[]:,\"\\ \n\t0123456789-+.eEtfnau/\u{0}\u{7F}".utf8)

  /// A damaged copy of `bytes`: of all of them up to 32 KiB, otherwise of their beginning.
  public mutating func damaged(_ bytes: [UInt8], other: [UInt8]) -> [UInt8] {
    var copy = window(of: bytes)
    for _ in 0..<Int.random(in: 1...3, using: &random) { damage(&copy, other: other) }
    return copy
  }

  private mutating func window(of bytes: [UInt8]) -> [UInt8] {
    bytes.count <= 32768 ? bytes : Array(bytes.prefix(Int.random(in: 1...4096, using: &random)))
  }

  private mutating func damage(_ copy: inout [UInt8], other: [UInt8]) {
    guard !copy.isEmpty else { return copy.append(UInt8.random(in: 0...255, using: &random)) }
    let place = Int.random(in: 0..<copy.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: copy[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: copy[place] = UInt8.random(in: 0...255, using: &random)
    case 2: copy[place] = Mutation.meaningful.randomElement(using: &random) ?? 0
    case 3: copy.insert(Mutation.meaningful.randomElement(using: &random) ?? 0, at: place)
    case 4: copy.remove(at: place)
    case 5: copy.removeSubrange(place...)
    case 6:
      let end = Int.random(in: place..<copy.count, using: &random)
      copy.insert(contentsOf: copy[place...end], at: place)
    default:
      let tail = other.suffix(Int.random(in: 0...min(other.count, 256), using: &random))
      copy.replaceSubrange(place..., with: tail)
    }
  }
}
