/// A digest of record numbers, as a chain of blocks: the digest of each block includes all blocks before it.
///
/// ```
/// records   1 … 1023 │ 1024 … 2047 │ 2048 … 2100
///           sum ─────▶ mixed with sum ▶ linked      sum of the open block
/// ```
///
/// Inside a block, the order in which records are added does not matter: a sink that refuses rows late changes it. A
/// block is linked when it is complete and committed, wherever commits were made; so the chain of a source that is read
/// again is the same. Costs a few instructions a record.
struct RecordChain: Hashable {
  /// The digest of the blocks before ``firstBlock``.
  private var linked: UInt64 = 0
  private var firstBlock: Int64 = 0
  /// The sums of the blocks from there on; at least one.
  private var open: [UInt64] = [0]

  private static let blockShift: Int64 = 10

  init() {}

  @inline(__always)
  mutating func add(_ number: Int64) {
    let block = (number &>> RecordChain.blockShift) &- firstBlock
    guard block >= 0, block < open.count else { return extend(to: block, number) }
    open[Int(block)] &+= RecordChain.mixed(UInt64(bitPattern: number))
  }

  mutating func remove(_ number: Int64) {
    let block = (number >> RecordChain.blockShift) - firstBlock
    guard block >= 0, block < open.count else { return }
    open[Int(block)] &-= RecordChain.mixed(UInt64(bitPattern: number))
  }

  /// Nothing is added to a block that is linked.
  @inline(never)
  private mutating func extend(to block: Int64, _ number: Int64) {
    guard block >= 0 else { return }
    while open.count <= block { open.append(0) }
    add(number)
  }

  /// Links the blocks before the one of the record after `number`.
  mutating func link(upTo number: Int64) {
    let block = (number + 1) >> RecordChain.blockShift
    var count = 0
    while firstBlock < block {
      linked = RecordChain.mixed(linked &+ (count < open.count ? open[count] : 0))
      firstBlock += 1
      count += 1
    }
    open.removeFirst(min(count, open.count))
    if open.isEmpty { open.append(0) }
  }

  /// The last step of SplitMix64: protects from mistakes, not from malice.
  @inline(__always)
  private static func mixed(_ number: UInt64) -> UInt64 {
    var hash = number &+ 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
    return hash ^ (hash >> 31)
  }
}

extension RecordChain {
  /// The digest of the linked blocks, and of the open one. After `link(upTo:)`, all of the chain.
  var text: String { "\(String(linked, radix: 16)),\(String(open[0], radix: 16))" }

  /// The chain of the records up to a number, which were linked. Nil when the texts are not a chain's.
  init?(_ linked: Substring, _ open: Substring, upTo number: Int64) {
    guard let linked = UInt64(linked, radix: 16), let open = UInt64(open, radix: 16), number >= 0,
      number < .max
    else { return nil }
    (self.linked, self.open) = (linked, [open])
    firstBlock = (number + 1) >> RecordChain.blockShift
  }
}
