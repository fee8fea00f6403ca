import Sluice
import SluiceFeed

/// Memory for a row's unescaped strings and decoded bytes. Memory that was handed out stays in place until
/// `removeAll`: when a chunk is full, the next one is larger, and the old one is kept for as long as the
/// row needs it. For a feed of similar records one chunk soon suffices.
///
/// A class, because passing a struct within an object would need an exclusivity check for each record.
final class RowScratch {
  private var chunk: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 4096)
  private var used = 0
  private var full: [UnsafeMutableBufferPointer<UInt8>] = []
  /// A larger chunk is freed with its row.
  private static let keptCapacity = 4 << 20

  deinit {
    chunk.deallocate()
    for chunk in full { chunk.deallocate() }
  }

  /// Reclaims everything that was handed out.
  @inline(__always)
  func removeAll() {
    if used != 0 { reset() }
  }

  private func reset() {
    used = 0
    for chunk in full { chunk.deallocate() }
    full.removeAll(keepingCapacity: true)
    if chunk.count > RowScratch.keptCapacity {
      chunk.deallocate()
      chunk = .allocate(capacity: 4096)
    }
  }

  /// The unescaped string; nil when an escape is invalid.
  func unescaped(_ raw: RawString) -> UnsafeBufferPointer<UInt8>? {
    let start = room(raw.count + PaddedBytes.padding)
    guard let count = raw.unescape(into: start) else { return nil }
    used += max(count, 1)
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// A text's bytes.
  func copied(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let count = text.utf8.count
    let start = room(max(count, 1))
    var end = start
    for byte in text.utf8 {
      end.initialize(to: byte)
      end += 1
    }
    used += max(count, 1)
    return UnsafeBufferPointer(start: start, count: count)
  }

  /// The bytes that the Base64 stands for.
  func decoded(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(CellFault) -> UnsafeBufferPointer<UInt8> {
    let start = room(text.count / 4 * 3 + 3)
    do throws(Base64.Fault) {
      let count = try Base64.decode(text, into: start)
      used += max(count, 1)
      return UnsafeBufferPointer(start: start, count: count)
    } catch {
      switch error {
      case .letter:
        let isURL = text.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        throw isURL ? .base64URL : .base64Letter
      case .padding: throw .base64Padding
      case .length: throw .base64Length
      case .bits: throw .base64Bits
      }
    }
  }

  /// Room for writing that many bytes.
  @inline(__always)
  private func room(_ room: Int) -> UnsafeMutablePointer<UInt8> {
    if chunk.count - used < room {
      full.append(chunk)
      chunk = .allocate(capacity: max(room, chunk.count * 2))
      used = 0
    }
    return chunk.baseAddress! + used
  }
}
