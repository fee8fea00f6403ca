import CContenders
import Sluice
import SluiceFeed

/// Decompression alone, by the library that Sluice uses, through a buffer of the same size, without reading
/// the text; or, if it takes longer, reading the plain text. Its answer is the known content of the text, provided
/// that the text has the right size.
final class PackedAlone: Contender {
  typealias Unpack = (UnsafePointer<UInt8>, Int, UnsafeMutablePointer<UInt8>, Int) -> Int

  let name: String
  private let packed: [UInt8]
  private let text: [UInt8]
  private let known: Tally
  private let unpack: Unpack
  /// Takes part where the slower of both counts.
  private let plain: PackedSluice?
  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 256 << 10)

  init(
    _ name: String, _ packed: [UInt8], text: [UInt8], orPlain: Bool, _ unpack: @escaping Unpack
  ) throws {
    plain = orPlain ? PackedSluice(text) : nil
    self.name = name
    self.packed = packed
    self.text = text
    self.unpack = unpack
    known = try LogsSluice(over: Documents([text])).run(passes: 1)
  }

  deinit { buffer.deallocate() }

  func run(passes: Int) throws -> Tally {
    for _ in 0..<passes {
      let size = packed.withUnsafeBufferPointer {
        unpack($0.baseAddress!, $0.count, buffer.baseAddress!, buffer.count)
      }
      guard size == text.count else {
        throw Unavailable(description: "\(size) bytes of text, not \(text.count)")
      }
    }
    return known.times(passes)
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    let unpacking = try WallClock.timed { try run(passes: passes) }
    guard let plain else { return unpacking }
    return (max(unpacking.seconds, try plain.timed(passes: passes).seconds), unpacking.tally)
  }

  func values() throws -> [UInt8] {
    _ = try run(passes: 1)
    return try LogsSluice(over: Documents([text])).values()
  }
}
