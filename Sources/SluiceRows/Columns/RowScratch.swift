import Sluice
import SluiceFeed

/// Memory for a row's unescaped strings and decoded bytes. Memory that was handed out stays in place until
/// `removeAll`: when a chunk is full, the next one is larger, and the old one is kept for as long as the
/// row needs it. For a feed of similar records one chunk soon suffices.
///
/// A class, because passing a struct within an object would need an exclusivity check for each record.
///
/// Sound because it owns its chunks, and none is freed before `removeAll`, which ends the row.
@safe
final class RowScratch {
  private var chunk: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 4096)
  private var used = 0
  private var full: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
  /// A larger chunk is freed with its row.
  private static let keptCapacity = 4 << 20

  deinit {
    unsafe chunk.deallocate()
    for place in unsafe full.indices {
      let chunk = unsafe full[place]
      unsafe chunk.deallocate()
    }
  }

  /// Reclaims everything that was handed out.
  @inline(__always)
  func removeAll() {
    if used != 0 { reset() }
  }

  private func reset() {
    used = 0
    for place in unsafe full.indices {
      let chunk = unsafe full[place]
      unsafe chunk.deallocate()
    }
    unsafe full.removeAll(keepingCapacity: true)
    if unsafe chunk.count > RowScratch.keptCapacity {
      unsafe chunk.deallocate()
      unsafe chunk = .allocate(capacity: 4096)
    }
  }

  /// The unescaped string; nil when an escape is invalid.
  func unescaped(_ raw: RawString) -> UnsafeBufferPointer<UInt8>? {
    let start = unsafe room(raw.count + PaddedBytes.padding)
    guard let count = unsafe raw.unescape(into: start) else { return nil }
    used += max(count, 1)
    return unsafe UnsafeBufferPointer(start: start, count: count)
  }

  /// A text's bytes.
  func copied(_ text: String) -> UnsafeBufferPointer<UInt8> {
    var text = text
    return text.withUTF8 { unsafe copied($0) }
  }

  /// A copy of the bytes.
  func copied(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe room(max(bytes.count, 1))
    if let source = bytes.baseAddress { unsafe start.update(from: source, count: bytes.count) }
    used += max(bytes.count, 1)
    return unsafe UnsafeBufferPointer(start: start, count: bytes.count)
  }

  /// The bytes that the Base64 stands for.
  func decoded(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(CellFault) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe room(text.count / 4 * 3 + 3)
    do throws(Base64.Damage) {
      let count = try unsafe Base64.decode(text, into: start)
      used += max(count, 1)
      return unsafe UnsafeBufferPointer(start: start, count: count)
    } catch {
      switch error {
      case .letter:
        let isURL = unsafe text.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
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
    if unsafe chunk.count - used < room {
      unsafe full.append(chunk)
      unsafe chunk = unsafe .allocate(capacity: max(room, chunk.count * 2))
      used = 0
    }
    return unsafe chunk.baseAddress! + used
  }
}
