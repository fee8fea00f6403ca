import Sluice
import SluiceFeed

/// Memory for a row's unescaped strings and decoded bytes. What was handed out stays where it is until `removeAll`:
/// when a chunk is full, the next one is larger and the old one is kept for as long as the row
/// needs it. A feed of like records soon fits one chunk.
///
/// An object, as a struct in one would have to be lent and booked for each record.
final class RowScratch {
  private var chunk: UnsafeMutableBufferPointer<UInt8> = .allocate(capacity: 4096)
  private var used = 0
  private var full: [UnsafeMutableBufferPointer<UInt8>] = []
  /// A chunk above this size is given back with its row.
  private static let keptCapacity = 4 << 20

  deinit {
    chunk.deallocate()
    for chunk in full { chunk.deallocate() }
  }

  /// Takes back what was handed out.
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

  /// The unescaped string, or nil: an escape is invalid.
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

  /// The bytes that are meant by Base64.
  func decoded(
    _ text: UnsafeBufferPointer<UInt8>
  ) throws(ValueFault) -> UnsafeBufferPointer<UInt8> {
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

  /// Where so many bytes can be written.
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
