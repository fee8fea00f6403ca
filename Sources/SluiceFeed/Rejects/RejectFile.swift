import Sluice
import SluiceSystem

/// The file of rejected records, in NDJSON. Lines are only appended; existing contents stay. One
/// writer at a time.
package final class RejectFile {
  package let path: String
  package let descriptor: FileDescriptor
  private var writer: JSONWriter
  /// The file's length when it was opened.
  private var start: Int64 = 0
  /// Whether any written data is not on the disk yet.
  private var hasNews = false

  /// Whether it is a regular file rather than a pipe or terminal: only those have a length, and can
  /// be cut.
  package let isRegular: Bool
  /// The same file opened for reading; nil: it is not a regular file, or can't be read.
  package let reader: FileDescriptor?

  /// Opens or creates the file. A new file is accessible to its owner only, as it holds records.
  /// Throws `io`.
  package init(path: String) throws(JSONError) {
    let descriptor = try JSONError.naming(path) { () throws(SystemError) in
      try FileDescriptor.open(path, for: [.appending, .creating], permissions: 0o600)
    }
    let status = descriptor.regularStatus
    self.descriptor = descriptor
    self.path = FilePath.real(path) ?? path
    writer = JSONWriter(fileDescriptor: descriptor.rawValue, options: .lines)
    isRegular = status != nil
    reader = status == nil ? nil : RejectFile.reader(of: descriptor, at: self.path)
    guard descriptor.lock() else {
      throw JSONError(
        .io, at: 0, name: path, reason: "it is in use: another writer appends rejects to it")
    }
    // Another writer may have appended until now.
    start = descriptor.regularStatus?.size ?? 0
  }

  deinit {
    reader?.close()
    descriptor.unlockAndClose()
  }

  private static func reader(of file: FileDescriptor, at path: String) -> FileDescriptor? {
    guard let reader = try? FileDescriptor.open(reading: path, waitsForWriter: false) else {
      return nil
    }
    if file.isFile(at: path) { return reader }
    reader.close()
    return nil
  }

  /// Makes the file end with a whole line: adds the newline that an editor left out after a reject, and cuts off a
  /// reject of which a killed writer left only the beginning. A file that can't be read stays as it is. Call it only
  /// before anything is appended. Throws `io`, also if the file ends in the middle of another line.
  package func endLastLine() throws(JSONError) {
    guard isRegular, start > 0, let reader else { return }
    let (lineStart, line) = try JSONError.naming(path) { () throws(SystemError) in
      try lastLine(reader)
    }
    if line.isEmpty { return }
    guard try isRejects(line, at: lineStart, reader) else {
      throw JSONError(
        .io, at: 0, name: path,
        reason:
          "it ends in the middle of a line that is no reject: complete or remove that line, or"
          + " name another file")
    }
    var checker = JSONChecker()
    guard (try? checker.check(line)) != nil else { return try cut(to: lineStart) }
    try JSONError.naming(path) { () throws(SystemError) in
      try unsafe [UInt8(ascii: "\n")].withUnsafeBufferPointer { (newline) throws(SystemError) in
        try unsafe descriptor.write(UnsafeRawBufferPointer(newline))
      }
    }
    start += 1
    hasNews = true
  }

  /// Whether a line without end is the beginning of a reject: as much of it as tells that, or less where a reject is
  /// before it.
  private func isRejects(
    _ line: [UInt8], at lineStart: Int64, _ reading: FileDescriptor
  ) throws(JSONError) -> Bool {
    if line.starts(with: Reject.beginning) { return true }
    guard Reject.beginning.starts(with: line), lineStart > 0 else { return false }
    let (_, before) = try JSONError.naming(path) { () throws(SystemError) in
      try lastLine(reading, before: lineStart - 1)
    }
    return before.starts(with: Reject.beginning)
  }

  /// What comes after the last newline, and where it begins; of a line that is no reject, only as much as tells that.
  private func lastLine(
    _ reading: FileDescriptor, before end: Int64? = nil
  ) throws(SystemError) -> (start: Int64, bytes: [UInt8]) {
    let end = end ?? start
    var lineStart = end
    while lineStart > 0 {
      let from = max(0, lineStart - (64 << 10))
      let bytes = try reading.bytes(at: from, count: Int(lineStart - from))
      if let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) {
        lineStart = from + Int64(newline) + 1
        break
      }
      lineStart = from
    }
    let count = Int(end - lineStart)
    let head = try reading.bytes(at: lineStart, count: min(count, Reject.beginning.count))
    guard head == Reject.beginning else { return (lineStart, head) }
    return (lineStart, try reading.bytes(at: lineStart, count: count))
  }

  /// The length, including data that is not written out yet.
  package var length: Int64 { start + Int64(writer.byteCount) }

  /// Cuts off everything after `length`. Call it only before anything is appended. Throws `io`.
  package func cut(to length: Int64) throws(JSONError) {
    try JSONError.naming(path) { () throws(SystemError) in try descriptor.cut(to: length) }
    start = length
    hasNews = true
  }

  /// Removes everything that was appended after `length`. Does nothing where others have written to the file, too: what is
  /// theirs can't be told. Throws `io`.
  package func takeBack(to length: Int64) throws(JSONError) {
    guard isRegular, length < self.length else { return }
    try flush()
    guard descriptor.regularStatus?.size == self.length else { return }
    writer = JSONWriter(fileDescriptor: descriptor.rawValue, options: .lines)
    try cut(to: length)
  }

  /// Throws `io`.
  package func append(_ reject: Reject) throws(JSONError) {
    do throws(JSONError) {
      try reject.write(to: &writer)
      hasNews = true
    } catch {
      throw named(error)
    }
  }

  /// Passes all lines to the system. Throws `io`.
  package func flush() throws(JSONError) {
    do throws(JSONError) {
      try writer.flush()
    } catch {
      throw named(error)
    }
  }

  /// Syncs everything to the disk, and returns the file's length. Throws `io`.
  package func synchronize() throws(JSONError) -> Int64 {
    guard hasNews else { return length }
    try flush()
    do throws(SystemError) {
      try descriptor.synchronize()
    } catch {
      // A pipe or a terminal can't be synchronized.
      guard error.code == .invalidArgument || error.code == .readOnlyFileSystem else {
        throw JSONError(error, name: path)
      }
    }
    hasNews = false
    return length
  }

  /// Whether this file is also at a path, under any name.
  package func isFile(at path: String) -> Bool { descriptor.isFile(at: path) }

  /// The writer knows only the descriptor, so the path is added here.
  private func named(_ error: JSONError) -> JSONError {
    JSONError(.io, at: 0, name: path, reason: error.detail?.reason ?? error.summary)
  }
}
