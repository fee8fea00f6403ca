/// Which of a selection's rows are written: a random sample, the same for the same rows and seed, on any
/// number of threads.
public enum RowSample: Sendable, Hashable {
  /// This number of rows, or all if there are fewer: each set of them is as likely as any other. They are
  /// held in memory to the end, and written in the feed's order.
  case rows(Int, seed: UInt64 = 1)
  /// Each row by a chance from 0 to 1, by itself.
  case share(Double, seed: UInt64 = 1)
  /// The most bytes of the rows that are held in memory; more are an error.
  public static let mostBytes = 256 << 20
}

/// Decides about the rows of a selection, one after the other.
struct RowChooser {
  private let sample: RowSample?
  /// How many more rows may be written.
  private var left: Int64
  private var seen: UInt64 = 0
  private var random: SplitMix
  /// The rows of a sample of a fixed number, with their places among all.
  private var held: [(number: UInt64, bytes: [UInt8])] = []
  private var heldBytes = 0

  init(limit: Int64?, sample: RowSample?) {
    self.sample = sample
    left = limit ?? .max
    switch sample {
    case .rows(_, let seed), .share(_, let seed): random = SplitMix(seed)
    case nil: random = SplitMix(0)
    }
  }

  /// Whether nothing more is to be read.
  var isDone: Bool { left <= 0 }

  /// Whether this row is to be written now.
  mutating func takes(_ row: UnsafeRawBufferPointer) throws(ImportError) -> Bool {
    seen += 1
    switch sample {
    case nil: break
    case .share(let share, let seed):
      guard SplitMix.share(of: seed, seen) < share else { return false }
    case .rows(let count, _):
      try unsafe hold(row, count)
      return false
    }
    left -= 1
    return true
  }

  /// Reservoir sampling: the row of number n replaces one of those held by a chance of count/n.
  private mutating func hold(_ row: UnsafeRawBufferPointer, _ count: Int) throws(ImportError) {
    var place = held.count
    if place >= count {
      place = Int(truncatingIfNeeded: random.next(below: seen))
      guard place >= 0, place < count else { return }
      heldBytes -= held[place].bytes.count
      held[place] = unsafe (seen, Array(row))
    } else {
      unsafe held.append((seen, Array(row)))
    }
    heldBytes += row.count
    guard heldBytes <= RowSample.mostBytes else {
      throw ImportError(
        .source, "the sampled rows take more than \(RowSample.mostBytes >> 20) MiB: sample fewer")
    }
  }

  /// Hands over the rows that were held, in their order, as far as the limit goes.
  mutating func release(_ body: ([UInt8]) throws -> Void) throws -> Int64 {
    held.sort { $0.number < $1.number }
    let count = min(Int64(held.count), left)
    for row in held.prefix(Int(count)) { try body(row.bytes) }
    held = []
    return count
  }
}

/// A generator of numbers that are the same for the same seed on every machine (Steele, Lea and Flood, 2014).
struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return SplitMix.mixed(state)
  }

  /// A number below another. Numbers differ in likelihood by less than 2⁻⁶⁴ times that number.
  mutating func next(below bound: UInt64) -> UInt64 { next().multipliedFullWidth(by: bound).high }

  /// A number from 0 to below 1 that belongs to a seed and a place.
  static func share(of seed: UInt64, _ place: UInt64) -> Double {
    let word = mixed(mixed(seed) ^ (place &* 0x9E37_79B9_7F4A_7C15))
    return Double(word >> 11) * 0x1p-53
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = word
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
