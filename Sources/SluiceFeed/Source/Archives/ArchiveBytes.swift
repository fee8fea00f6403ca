import CArchive
import Sluice

/// An archive's bytes, as libarchive asks for them.
///
/// Sound because it owns the buffer whose bytes it lends until the next call, and one thread at a time reads an
/// archive.
@safe
final class ArchiveBytes {
  private let input: any ByteInput
  /// The same bytes at any place, if that can be had.
  private let placed: (any PlacedBytes)?
  private let buffer: UnsafeMutableRawBufferPointer
  /// Where the next bytes are read.
  private(set) var offset: Int64 = 0
  /// How many bytes were read, without those that were skipped.
  private(set) var readCount: Int64 = 0
  /// What ended the reading: thrown to the caller that asks for more of the archive.
  private(set) var event: InputEvent?
  /// The bytes of the buffer that were read last, and the last ones before these.
  private var last = 0
  private var trail: [UInt8] = []

  private let trailSize: Int

  private static let size = 64 << 10

  /// `trailSize`: how many of the last bytes are kept.
  init(_ input: any ByteInput, trailSize: Int) {
    self.input = input
    self.trailSize = trailSize
    placed = input.placed
    unsafe buffer = .allocate(byteCount: ArchiveBytes.size, alignment: 64)
  }

  deinit { unsafe buffer.deallocate() }

  var isPlaced: Bool { placed?.size != nil }

  /// Reads on. 0 at the end, -1 after an event.
  private func read() -> Int {
    guard event == nil else { return -1 }
    keepTrail()
    do throws(InputEvent) {
      if let placed {
        last = try unsafe InputEvent.asFailures(try placed.read(into: buffer, at: offset))
      } else {
        last = try unsafe input.read(into: buffer)
      }
    } catch {
      event = error
      return -1
    }
    offset += Int64(last)
    readCount += Int64(last)
    return last
  }

  private func keepTrail() {
    unsafe trail += buffer[..<last].suffix(trailSize)
    if trail.count > 4 * trailSize { trail.removeFirst(trail.count - trailSize) }
    last = 0
  }

  private func skip(_ count: Int64) -> Int64 {
    guard event == nil, let size = placed?.size, count > Int64(ArchiveBytes.size) else { return 0 }
    let passed = min(count, max(size - offset, 0))
    keepTrail()
    if passed > 0 { trail.removeAll(keepingCapacity: true) }
    offset += passed
    return passed
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    guard let size = placed?.size else { return -1 }
    let base: Int64 = [0, self.offset, size][Int(min(max(whence, 0), 2))]
    let (place, isTooLarge) = base.addingReportingOverflow(offset)
    guard !isTooLarge, (0...size).contains(place) else { return -1 }
    self.offset = place
    return place
  }

  /// Reads the rest of the bytes, which a decompressor needs to compare its checksum. Returns the last ones of all.
  /// `check` gets each piece, with its offset.
  func drain(
    _ check: (UnsafeRawBufferPointer, Int64) -> Void
  ) throws(InputEvent) -> ArraySlice<UInt8> {
    while true {
      let count = read()
      if let event { throw event }
      if count == 0 { break }
      unsafe check(UnsafeRawBufferPointer(rebasing: buffer[..<count]), offset - Int64(count))
    }
    return trail.suffix(trailSize)
  }

  /// The number of all bytes, where they can be read at any place.
  var size: Int64 { placed?.size ?? 0 }

  /// The last bytes of all, read at their place.
  func trail(ofLast count: Int) throws(InputEvent) -> ArraySlice<UInt8> {
    guard let placed, let size = placed.size else { return [] }
    let some = min(Int64(count), size)
    return try InputEvent.asFailures(placed.bytes(at: size - some, count: Int(some)))[...]
  }

  /// The bytes that were read last from an offset on.
  func recent(from start: Int64) -> [UInt8] {
    let unused = min(max(offset - start, 0), Int64(last))
    return unsafe Array(buffer[(last - Int(unused))..<last])
  }

  /// For libarchive. This must outlive the reader.
  var source: carch_source {
    unsafe carch_source(
      context: Unmanaged.passUnretained(self).toOpaque(),
      read: { (context, bytes) in
        guard let context = unsafe context else { return -1 }
        let own = unsafe Unmanaged<ArchiveBytes>.fromOpaque(context).takeUnretainedValue()
        let count = own.read()
        unsafe bytes.pointee = UnsafeRawPointer(own.buffer.baseAddress)
        return Int64(count)
      },
      skip: { (context, count) in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<ArchiveBytes>.fromOpaque(context).takeUnretainedValue().skip(count)
      },
      seek: isPlaced
        ? { (context, offset, whence) in
          guard let context = unsafe context else { return -1 }
          return unsafe Unmanaged<ArchiveBytes>.fromOpaque(context).takeUnretainedValue()
            .seek(offset, whence)
        } : nil)
  }
}
