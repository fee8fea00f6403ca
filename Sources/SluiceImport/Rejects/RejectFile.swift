#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that rejected records go to, as NDJSON. Written at its end only; what it already holds stays.
///
/// Exact in spite of kills by three rules: it is on the disk (`synchronize`) before the checkpoint that counts its lines; the checkpoint
/// holds its length; and a job that did not come to its end cuts off what is behind that length before it goes on.
final class RejectFile {
  let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  /// The length with all that was written, but not what is buffered.
  private var length: Int64 = 0
  private var isSynchronized = true
  private static let bufferSize = 256 << 10

  /// Opens or creates the file, and cuts off what an earlier run of the job wrote behind its checkpoint.
  init(path: String, resuming earlier: Checkpoint?) throws(ImportError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    self.path = RejectFile.absolute(path)
    guard descriptor >= 0 else { throw fault("open") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw ImportError(.rejects, "\(path) is in use: another import writes its rejects there")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault("read") }
    length = Int64(status.st_size)
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    guard let earlier, let earlierFile = earlier.rejectFile, !earlier.isFinished else { return }
    guard earlierFile == self.path else {
      throw RejectFile.missing(earlierFile)
    }
    guard length >= earlier.rejectFileLength else {
      throw ImportError(
        .rejects,
        "\(path) has \(length) bytes, but the job wrote \(earlier.rejectFileLength): some of its"
          + " rejects are gone. Put them back, or import anew into another table")
    }
    guard ftruncate(descriptor, off_t(earlier.rejectFileLength)) == 0 else {
      throw fault("shorten")
    }
    length = earlier.rejectFileLength
    isSynchronized = false
  }

  /// An unfinished job may have written rejects that its checkpoint does not count: only with the same file they can be cut off.
  static func missing(_ path: String) -> ImportError {
    ImportError(
      .rejects,
      "the job was interrupted while it wrote its rejects to \(path): give that reject file again"
        + " until the job is finished")
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ reject: Reject) throws(ImportError) {
    reject.write(to: &buffer)
    if buffer.count >= RejectFile.bufferSize { try flush() }
  }

  /// Puts everything on the disk; the file's length then.
  func synchronize() throws(ImportError) -> Int64 {
    try flush()
    if !isSynchronized {
      // A pipe or a terminal has nothing to synchronize.
      guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
        throw fault("write")
      }
      isSynchronized = true
    }
    return length
  }

  private func flush() throws(ImportError) {
    guard !buffer.isEmpty else { return }
    var done = 0
    while done < buffer.count {
      let written = buffer.withUnsafeBytes {
        write(descriptor, $0.baseAddress! + done, $0.count - done)
      }
      if written < 0, errno == EINTR { continue }
      guard written >= 0 else { throw fault("write") }
      done += written
    }
    length += Int64(done)
    isSynchronized = false
    // A large reject's memory is not kept.
    if buffer.capacity > 4 * RejectFile.bufferSize {
      buffer = []
    } else {
      buffer.removeAll(keepingCapacity: true)
    }
  }

  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func fault(_ action: String) -> ImportError {
    ImportError(.rejects, "can't \(action) \(path): \(String(cString: strerror(errno)))")
  }
}
