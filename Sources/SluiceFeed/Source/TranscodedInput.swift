import Sluice

/// Transcodes UTF-16 or UTF-32 to UTF-8, in pieces of any size. Holds 16 KiB.
///
/// Sound because it owns the buffer, which is freed with it.
@safe
final class TranscodedInput: ByteInput {
  private let input: any ByteInput
  private let encoding: TextEncoding
  private let name: String
  /// The bytes that were read: those from `start` to `end` are not transcoded yet.
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var start = 0
  private var end = 0
  /// The offset of `start` in the text.
  private var offset: Int64 = 0
  private var isAtEnd = false
  /// Bytes of a character that did not fit.
  private var held: [UInt8] = []

  init(_ input: any ByteInput, from encoding: TextEncoding, name: String) {
    self.input = input
    self.encoding = encoding
    self.name = name
    unsafe buffer = .allocate(capacity: 16 << 10)
  }

  deinit { unsafe buffer.deallocate() }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if room.count >= 4 && held.isEmpty { return try unsafe transcode(into: room) }
    // Less room than a character may need.
    if held.isEmpty {
      var character: UInt32 = 0
      try unsafe withUnsafeMutableBytes(of: &character) { (bytes) throws(InputEvent) in
        unsafe held += bytes[..<(try transcode(into: bytes))]
      }
    }
    let count = min(room.count, held.count)
    unsafe room.copyBytes(from: held[..<count])
    held.removeFirst(count)
    return count
  }

  private func transcode(
    into room: UnsafeMutableRawBufferPointer
  ) throws(InputEvent) -> Int {
    while true {
      let text = unsafe UnsafeBufferPointer(rebasing: buffer[start..<end])
      let piece = unsafe encoding.transcode(text, at: offset, isLast: isAtEnd, into: room)
      start += piece.read
      offset += Int64(piece.read)
      if piece.written > 0 { return piece.written }
      if let fault = piece.fault { throw .failed(encoding.error(fault, at: offset, in: name)) }
      if isAtEnd { return 0 }
      try fill()
    }
  }

  /// Moves the rest, part of a character, to the front and reads on.
  private func fill() throws(InputEvent) {
    let left = end - start
    for i in 0..<left { unsafe buffer[i] = unsafe buffer[start + i] }
    start = 0
    end = left
    let free = unsafe UnsafeMutableRawBufferPointer(
      UnsafeMutableBufferPointer(rebasing: buffer[end...]))
    let got = try unsafe input.read(into: free)
    end += got
    isAtEnd = got == 0
  }
}
