import SluiceSystem

/// Proves that a file is the one that a job wrote, up to a length: the file's number, and hashes of its first bytes and of
/// those before that length. Nothing is cut off a file without it.
///
/// The number tells the file from another one that took its name. The device is not compared: it may have another
/// number after a restart of the machine.
struct FileProof: Hashable {
  /// How much of the file the job wrote.
  let length: Int64
  private var content: Content?

  /// The number of the file; nil: it was not recorded.
  var inode: UInt64? { content?.inode }

  private struct Content: Hashable {
    let inode: UInt64
    /// The most bytes that the second hash covers.
    let span: Int
    let head: String
    let tail: String
  }

  /// The most bytes before the length that are hashed.
  static let span = 64 << 10

  /// A length about which nothing else is known.
  init(unprovenAt length: Int64) { self.length = length }

  /// Proves an open file, which may be longer than the length.
  init(of file: FileDescriptor, length: Int64) throws(SystemError) {
    self.init(unprovenAt: length)
    content = Content(
      inode: try FileStatus(of: file).identity.inode, span: FileProof.span,
      head: try FileProof.head(of: file, length),
      tail: try FileProof.tail(of: file, length, FileProof.span))
  }

  /// Nil when the text is not that of a proof.
  init?(_ text: Substring, length: Int64) {
    let parts = text.parts(at: ",")
    guard parts.count == 4, let inode = UInt64(parts[0]), let span = Int(parts[1]),
      (1...FileProof.span).contains(span)
    else { return nil }
    self.init(unprovenAt: length)
    content = Content(inode: inode, span: span, head: String(parts[2]), tail: String(parts[3]))
  }

  /// Nil when nothing proves the length.
  var text: String? {
    guard let content else { return nil }
    return "\(content.inode),\(content.span),\(content.head),\(content.tail)"
  }

  /// Whether another file has the same content, as far as it is proven.
  func hasContent(of other: FileProof) -> Bool {
    guard let content, let more = other.content else { return false }
    return length == other.length && content.span == more.span && content.head == more.head
      && content.tail == more.tail
  }

  private static func head(
    of file: FileDescriptor, _ length: Int64
  ) throws(SystemError) -> String {
    let count = Int(min(Int64(SourceFingerprint.span), length))
    return SourceFingerprint.hash(try file.bytes(at: 0, count: count))
  }

  private static func tail(
    of file: FileDescriptor, _ length: Int64, _ span: Int
  ) throws(SystemError) -> String {
    let count = min(Int64(span), length)
    return SourceFingerprint.hash(try file.bytes(at: length - count, count: Int(count)))
  }
}

extension FileProof {
  /// How a file differs from the one that was written, in words.
  struct Difference: Equatable {
    let text: String
    /// Whether its content up to the length is the same: a copy, perhaps.
    var isCopy = false
  }

  /// Compares the content of a file up to the length. Nil: it is as it was written.
  func difference(inContentOf file: FileDescriptor) throws(SystemError) -> Difference? {
    let size = try FileStatus(of: file).size
    guard size >= length else {
      return Difference(text: "it has \(size) bytes, and \(length) were written")
    }
    guard let content else { return nil }
    guard try FileProof.head(of: file, length) == content.head else {
      return Difference(text: "its first bytes are not the ones that were written")
    }
    guard try FileProof.tail(of: file, length, content.span) == content.tail else {
      return Difference(text: "the bytes before byte \(length) are not the ones that were written")
    }
    return nil
  }

  /// What speaks against cutting off everything after the length. Nil: nothing does.
  ///
  /// `beginning`: how each line begins that the job writes; nil: that is not known.
  func difference(
    forCutting file: FileDescriptor, linesBeginning beginning: [UInt8]?
  ) throws(SystemError) -> Difference? {
    if let difference = try difference(inContentOf: file) { return difference }
    let inode = try FileStatus(of: file).identity.inode
    if let written = content?.inode, written != inode {
      return Difference(
        text: "it is another file (inode \(inode); the one that was written has \(written))",
        isCopy: length > 0)
    }
    guard let beginning else {
      return content == nil
        ? Difference(text: "nothing that proves whose it is was recorded") : nil
    }
    guard let place = try FileProof.foreignLine(in: file, after: length, beginning) else {
      return nil
    }
    return Difference(text: "the line at byte \(place) is none that the job writes")
  }

  /// Where the first line begins that does not begin so; the last one may be torn.
  private static func foreignLine(
    in file: FileDescriptor, after length: Int64, _ beginning: [UInt8]
  ) throws(SystemError) -> Int64? {
    var (offset, start) = (length, length)
    // How much of the current line is compared; nil: all of it that has to be.
    var compared: Int? = 0
    while true {
      let piece = try file.bytes(at: offset, count: span)
      if piece.isEmpty { return nil }
      for byte in piece {
        offset += 1
        if let count = compared {
          // What a loss of power kept from the disk is zero.
          guard byte == beginning[count] || byte == 0 else { return start }
          compared = byte != 0 && count + 1 < beginning.count ? count + 1 : nil
        } else if byte == UInt8(ascii: "\n") {
          (start, compared) = (offset, 0)
        }
      }
    }
  }
}
