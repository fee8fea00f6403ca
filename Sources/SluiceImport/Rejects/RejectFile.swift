import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file that rejected records go to, as NDJSON. Written at its end only; what it already holds
/// stays.
///
/// Exact in spite of kills by three rules: it is on the disk (`synchronize`) before the checkpoint
/// that counts its lines; the checkpoint holds its length; and a job that did not come to its end
/// cuts off what is behind that length before it goes on.
final class RejectFile {
  let path: String
  let descriptor: Int32
  private var writer: JSONWriter
  /// The length before this run wrote anything.
  private var start: Int64 = 0
  /// Whether there is something that is not on the disk yet.
  private var hasNews = false

  /// Opens or creates the file, and cuts off what an earlier run of the job wrote behind its
  /// checkpoint.
  init(path: String, resuming earlier: Checkpoint?) throws(ImportError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    self.descriptor = descriptor
    self.path = RejectFile.absolute(path)
    writer = JSONWriter(fileDescriptor: descriptor, options: .lines)
    guard descriptor >= 0 else { throw fault("open") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      throw ImportError(.rejects, "\(path) is in use: another import writes its rejects there")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw fault("read") }
    start = Int64(status.st_size)
    guard status.st_mode & S_IFMT == S_IFREG else { return }
    guard let earlier, let earlierFile = earlier.rejectFile, !earlier.isFinished else { return }
    guard earlierFile == self.path else {
      throw RejectFile.missing(earlierFile)
    }
    guard start >= earlier.rejectFileLength else {
      throw ImportError(
        .rejects,
        "\(path) has \(start) bytes, but the job wrote \(earlier.rejectFileLength): some of its"
          + " rejects are gone. Put them back, or import anew into another table")
    }
    guard ftruncate(descriptor, off_t(earlier.rejectFileLength)) == 0 else {
      throw fault("shorten")
    }
    start = earlier.rejectFileLength
    hasNews = true
  }

  /// An unfinished job may have written rejects that its checkpoint does not count: only with the
  /// same file they can be cut off.
  static func missing(_ path: String) -> ImportError {
    ImportError(
      .rejects,
      "the job was interrupted while it wrote its rejects to \(path): give that reject file again"
        + " until the job is finished")
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ reject: Reject) throws(ImportError) {
    do throws(JSONError) {
      try reject.write(to: &writer)
      hasNews = true
    } catch {
      throw writeFault(error)
    }
  }

  /// Puts everything on the disk; the file's length then.
  func synchronize() throws(ImportError) -> Int64 {
    guard hasNews else { return start + Int64(writer.byteCount) }
    do throws(JSONError) {
      try writer.flush()
    } catch {
      throw writeFault(error)
    }
    // A pipe or a terminal has nothing to synchronize.
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw fault("write") }
    hasNews = false
    return start + Int64(writer.byteCount)
  }

  private static func absolute(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func writeFault(_ error: JSONError) -> ImportError {
    ImportError(.rejects, "can't write \(path): \(error.detail?.reason ?? error.summary)")
  }

  private func fault(_ action: String) -> ImportError {
    ImportError(.rejects, "can't \(action) \(path): \(SystemMessage.text(errno))")
  }
}
