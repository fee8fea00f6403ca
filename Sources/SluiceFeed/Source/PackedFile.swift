package import Sluice
import SluiceSystem

/// A decoder for a format whose text comes in members (gzip), frames (Zstandard, LZ4) or streams (bzip2,
/// xz), which have checksums.
protocol MemberedInput: ByteInput {
  /// The offset in the file after the bytes that were decoded.
  var offset: Int64 { get }
  /// The end of the last member with a correct checksum, as an offset in the file.
  var verifiedEnd: Int64 { get }
  /// The start of the current or last decoded member.
  var memberStart: Int64 { get }
  /// Whether the file ended inside a member.
  var isCutShort: Bool { get }
}

/// How far a compressed file's text is verified: up to the end of the last member before the first that is
/// damaged or incomplete.
///
/// In a frame or stream without a checksum, only the structure is verified.
package struct PackedExtent: Sendable {
  /// What comes after the verified members.
  package enum Rest: Sendable {
    case nothing
    /// The file ends inside the member that begins at this byte, which may still be written.
    case incomplete(start: Int64)
    /// The member that begins at this byte is damaged, or something else is there.
    case damaged(start: Int64, JSONError)
  }

  /// The end of the verified members in the file, including padding after the last one.
  package let end: Int64
  /// The number of bytes of their text.
  package let textCount: Int64
  package let rest: Rest

  /// Decodes a whole file to compare its checksums, and passes the text to `body` if there is one. Returns
  /// nil if the file is not compressed, or the reading was stopped.
  ///
  /// O(size), with 64 KiB of compressed bytes and 256 KiB of text in memory. Reads the descriptor at
  /// offsets. Throws `io`, `out-of-memory`, `decompression-limit`, `unsupported-encoding` when a library is
  /// missing, and the errors of `body`.
  package init?(
    of descriptor: FileDescriptor, name: String, limits: DecompressionLimits,
    stop: FeedStop? = nil,
    _ body: (UnsafeRawBufferPointer) throws(JSONError) -> Void = { _ in }
  ) throws(JSONError) {
    let file = FileSpan(descriptor, end: .max, name: name)
    guard let decoder = try PackedExtent.decoder(of: descriptor, file, name, limits) else {
      return nil
    }
    try unsafe self.init(decoder, stop, body)
  }

  /// The same for an object, which is received as a whole.
  package init?(
    of object: any SourceObject, limits: DecompressionLimits, stop: FeedStop,
    _ body: (UnsafeRawBufferPointer) throws(JSONError) -> Void = { _ in }
  ) throws(JSONError) {
    let head = try object.bytes(at: 0, count: FeedSource.headSize, stop: stop)
    let input = object.input(to: .max)
    input.heed(stop)
    let packing = unsafe head.withUnsafeBufferPointer { unsafe Packing($0) }
    guard let decoder = try packing.decoder(input, name: object.name, limits: limits) else {
      return nil
    }
    try unsafe self.init(decoder, stop, body)
  }

  private init?(
    _ decoder: any MemberedInput, _ stop: FeedStop?,
    _ body: (UnsafeRawBufferPointer) throws(JSONError) -> Void
  ) throws(JSONError) {
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 64)
    defer { unsafe room.deallocate() }
    var count: Int64 = 0
    var rest = Rest.nothing
    reading: while true {
      if let stop, stop.isStopped { return nil }
      let got: Int
      do throws(JSONError) {
        got = try unsafe InputEvent.asErrors(try decoder.read(into: room))
      } catch {
        if let stop, stop.isStopped { return nil }
        guard error.code == .decompressionFailed else { throw error }
        rest =
          decoder.isCutShort
          ? .incomplete(start: decoder.memberStart)
          : .damaged(start: max(decoder.memberStart, decoder.verifiedEnd), error)
        break reading
      }
      if got == 0 { break }
      count += Int64(got)
      try unsafe body(UnsafeRawBufferPointer(rebasing: room[..<got]))
    }
    textCount = count
    end = decoder.verifiedEnd
    self.rest = rest
  }

  /// The first bytes of a compressed file's text; nil: it is not compressed, or they can't be decoded.
  /// Throws when the file can't be read.
  package static func textHead(
    of descriptor: FileDescriptor, name: String, count: Int
  ) throws(JSONError) -> [UInt8]? {
    let file = FileSpan(descriptor, end: .max, name: name)
    guard let decoder = try PackedExtent.decoder(of: descriptor, file, name, .off) else {
      return nil
    }
    var head = [UInt8](repeating: 0, count: count)
    var done = 0
    do throws(JSONError) {
      while done < count {
        let got = try unsafe head.withUnsafeMutableBytes { room in
          Result { () throws(JSONError) in
            try unsafe InputEvent.asErrors(
              try decoder.read(into: UnsafeMutableRawBufferPointer(rebasing: room[done...])))
          }
        }.get()
        if got == 0 { break }
        done += got
      }
    } catch {
      guard error.code == .decompressionFailed else { throw error }
      return nil
    }
    head.removeLast(count - done)
    return head
  }

  private static func decoder(
    of descriptor: FileDescriptor, _ file: FileSpan, _ name: String,
    _ limits: DecompressionLimits
  ) throws(JSONError) -> (any MemberedInput)? {
    let head = try FileInput(borrowing: descriptor, name: name)
      .bytes(at: 0, count: FeedSource.headSize)
    return try unsafe head.withUnsafeBufferPointer { unsafe Packing($0) }
      .decoder(file, name: name, limits: limits)
  }
}
