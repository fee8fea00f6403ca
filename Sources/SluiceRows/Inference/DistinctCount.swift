/// The number of distinct values: exact up to a limit, an estimate beyond it.
///
/// Keeps up to 200 hashes. Beyond that it is a HyperLogLog of 2048 registers (Flajolet, Fusy, Gandouet and
/// Meunier, 2007), read by the estimator of Ertl (arXiv:1702.01284, algorithm 6), which needs no table of
/// corrections: at most 2 KiB, and a standard error of 1.04/√2048, which is 2.3%.
///
/// Another number of registers, a power of two, and of hashes can be chosen.
struct DistinctCount: Sendable {
  static let exactLimit = 200
  static let standardError = 0.023

  /// The hashes while they are few, by open addressing; 0 marks a free slot.
  private var hashes: [UInt64] = []
  private var hashCount = 0
  /// The largest rank in each of 2048 classes of hashes; empty while the count is exact.
  private var registers: [UInt8] = []

  private let classBits: Int
  private let exactLimit: Int
  /// The ranks of a hash's other bits go from 1 to this, the last one where all of them are 0.
  private var largestRank: Int { 64 - classBits + 1 }

  init(classBits: Int = 11, exactLimit: Int = DistinctCount.exactLimit) {
    self.classBits = classBits
    self.exactLimit = exactLimit
  }

  /// The memory of hashes and registers.
  var byteCount: Int { hashes.count * MemoryLayout<UInt64>.stride + registers.count }

  var isExact: Bool { registers.isEmpty }

  mutating func insert(_ hash: UInt64) {
    guard isExact else { return register(hash) }
    // Hash 0 would be the mark of a free slot, so it counts as 1.
    let hash = max(hash, 1)
    if hashes.isEmpty { hashes = Array(repeating: 0, count: 16) }
    var place = Int(truncatingIfNeeded: hash) & (hashes.count - 1)
    while hashes[place] != 0 {
      if hashes[place] == hash { return }
      place = (place + 1) & (hashes.count - 1)
    }
    hashes[place] = hash
    hashCount += 1
    if hashCount > exactLimit {
      estimateFromNowOn()
    } else if hashCount * 5 > hashes.count * 4 {
      grow()
    }
  }

  private mutating func grow() {
    let old = hashes
    hashes = Array(repeating: 0, count: old.count * 2)
    hashCount = 0
    for hash in old where hash != 0 { insert(hash) }
  }

  private mutating func estimateFromNowOn() {
    let old = hashes
    hashes = []
    registers = Array(repeating: 0, count: 1 << classBits)
    for hash in old where hash != 0 { register(hash) }
  }

  private mutating func register(_ hash: UInt64) {
    let number = Int(hash >> UInt64(64 - classBits))
    let rest = hash << UInt64(classBits)
    let rank = rest == 0 ? largestRank : rest.leadingZeroBitCount + 1
    registers[number] = max(registers[number], UInt8(truncatingIfNeeded: rank))
  }

  mutating func merge(_ other: DistinctCount) {
    guard !other.isExact else {
      for hash in other.hashes where hash != 0 { insert(hash) }
      return
    }
    if isExact { estimateFromNowOn() }
    for (number, rank) in other.registers.enumerated() {
      registers[number] = max(registers[number], rank)
    }
  }

  var count: Int64 {
    guard !isExact else { return Int64(hashCount) }
    let classes = Double(registers.count)
    var counts = Array(repeating: 0.0, count: largestRank + 1)
    for rank in registers { counts[Int(rank)] += 1 }
    var sum = classes * DistinctCount.tau(1 - counts[largestRank] / classes)
    for rank in stride(from: largestRank - 1, through: 1, by: -1) {
      sum = 0.5 * (sum + counts[rank])
    }
    sum += classes * DistinctCount.sigma(counts[0] / classes)
    // 1/(2 ln 2)
    let estimate = 0.7213475204444817 * classes * classes / sum
    return Int64(exactly: estimate.rounded()) ?? .max
  }

  /// x + Σ x^(2^k) 2^(k-1), for the classes that no hash fell into.
  private static func sigma(_ share: Double) -> Double {
    guard share < 1 else { return .infinity }
    var (x, y, z) = (share, 1.0, share)
    while true {
      x *= x
      let before = z
      z += x * y
      y += y
      if z == before { return z }
    }
  }

  /// (1 - x - Σ (1 - x^(2^-k))² 2^-k) / 3, for those whose rank is the largest.
  private static func tau(_ share: Double) -> Double {
    guard share > 0, share < 1 else { return 0 }
    var (x, y, z) = (share, 1.0, 1 - share)
    while true {
      x = x.squareRoot()
      let before = z
      y *= 0.5
      z -= (1 - x) * (1 - x) * y
      if z == before { return z / 3 }
    }
  }
}

/// A hash for counting: the same on every machine and in every run, so that reports are the same, too.
/// Values made to collide only make their own estimate wrong.
enum ValueHash {
  static func of(_ bytes: UnsafeBufferPointer<UInt8>, kind: UInt8) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = mixed(UInt64(kind) ^ (UInt64(bytes.count) << 8))
    var next = 0
    while next + 8 <= raw.count {
      let word = unsafe UInt64(
        littleEndian: raw.loadUnaligned(fromByteOffset: next, as: UInt64.self))
      hash = mixed(hash ^ word)
      next += 8
    }
    var rest: UInt64 = 0
    let part = unsafe raw[next...]
    for place in unsafe part.indices {
      let byte = unsafe part[place]
      rest = rest << 8 | UInt64(byte)
    }
    return mixed(hash ^ rest)
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014), which maps no two words to one.
  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = word &+ 0x9E37_79B9_7F4A_7C15
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
