import Sluice
import SluiceImport
import SluiceSystem

/// Why standard output ended.
enum OutputError: Error {
  /// The reader has closed it (`| head`), which is nothing to complain about.
  case closed
  /// A stop has ended the wait for the reader.
  case stopped
  case failed(String)

  /// The error of a failed write.
  init(writing error: SystemError) {
    self =
      switch error.code {
      case .brokenPipe: .closed
      case .badDescriptor: .failed("it is closed, or open for reading only")
      default: .failed(error.code.description)
      }
  }
}

/// Standard output through a buffer. Only the tool's main thread uses it.
struct StandardOutput: ~Copyable {
  nonisolated(unsafe) static var shared = StandardOutput()

  private var buffer: [UInt8] = []
  private static let size = 64 << 10

  /// Writes text for people, unlike data: nothing in it reaches a terminal as a command.
  mutating func tell(_ text: String) throws(OutputError) { try write(PrintableText.lines(text)) }

  mutating func write(_ text: String) throws(OutputError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= StandardOutput.size { try flush() }
  }

  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(OutputError) {
    // Data larger than the buffer bypasses it.
    if bytes.count >= StandardOutput.size {
      try flush()
      return try unsafe StandardOutput.writeThrough(UnsafeRawBufferPointer(bytes))
    }
    unsafe buffer.append(contentsOf: bytes)
    if buffer.count >= StandardOutput.size { try flush() }
  }

  mutating func write(contentsOf bytes: [UInt8]) throws(OutputError) {
    let result: Result<Void, OutputError> = unsafe bytes.withUnsafeBufferPointer { bytes in
      do throws(OutputError) {
        return unsafe .success(try write(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  mutating func write(byte: UInt8) throws(OutputError) {
    buffer.append(byte)
    if buffer.count >= StandardOutput.size { try flush() }
  }

  mutating func flush() throws(OutputError) {
    guard !buffer.isEmpty else { return }
    defer { buffer.removeAll(keepingCapacity: true) }
    let result: Result<Void, OutputError> = unsafe buffer.withUnsafeBytes { bytes in
      do throws(OutputError) {
        return unsafe .success(try StandardOutput.writeThrough(bytes))
      } catch {
        return .failure(error)
      }
    }
    try result.get()
  }

  /// Bypasses the buffer, which must be empty.
  static func writeThrough(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    // Before there is a stop, the first signal ends the process.
    guard !isFile, Interruption.waits.isStoppable else {
      do throws(SystemError) {
        return try unsafe FileDescriptor.standardOutput.write(bytes)
      } catch {
        throw OutputError(writing: error)
      }
    }
    try unsafe pipe.write(bytes) { output throws(OutputError) in
      guard Interruption.waits.hasRoom(in: output) else { throw .stopped }
    } failing: {
      OutputError(writing: $0)
    }
  }

  private static let pipe = PipeWriter(.standardOutput)

  /// Whether it is a regular file, which has no reader to wait for.
  private static let isFile = FileDescriptor.standardOutput.regularStatus != nil
}
