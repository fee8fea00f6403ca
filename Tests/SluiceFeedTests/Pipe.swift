import SluiceFeed

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads a feed from a real pipe that another thread fills in chunks.
enum Pipe {
  /// `chunk` returns the number of bytes to write next at an offset.
  static func delivered(
    _ bytes: [UInt8], options: FeedOptions = FeedOptions(), from start: FeedPosition = .start,
    chunk: (Int) -> Int
  ) throws -> Delivered {
    var cuts: [Int] = []
    var offset = 0
    while offset < bytes.count {
      let size = min(max(chunk(offset), 1), bytes.count - offset)
      cuts.append(size)
      offset += size
    }
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw PipeError() }
    let writer = Writer(bytes: bytes, cuts: cuts, descriptor: ends[1])
    var thread = pthread_t()
    let context = unsafe Unmanaged.passRetained(writer).toOpaque()
    let made = unsafe pthread_create(&thread, nil, { unsafe Writer.run($0) }, unsafe context)
    guard made == 0 else { throw PipeError() }
    defer {
      close(ends[0])
      pthread_join(thread, nil)
    }
    return try Delivered(
      .fileDescriptor(ends[0], name: "pipe"), options: options, from: start)
  }

  struct PipeError: Error {}

  private final class Writer: Sendable {
    let bytes: [UInt8]
    let cuts: [Int]
    let descriptor: Int32

    init(bytes: [UInt8], cuts: [Int], descriptor: Int32) {
      self.bytes = bytes
      self.cuts = cuts
      self.descriptor = descriptor
    }

    static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      guard let context = unsafe context else { return nil }
      // A reader that gives up ends the writing with an error instead of ending the tests with a
      // signal.
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGPIPE)
      unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      let writer = unsafe Unmanaged<Writer>.fromOpaque(context).takeRetainedValue()
      unsafe writer.bytes.withUnsafeBytes { bytes in
        var offset = 0
        for cut in writer.cuts {
          let end = offset + cut
          while offset < end {
            let written = unsafe write(writer.descriptor, bytes.baseAddress! + offset, end - offset)
            if written < 0 { return }
            offset += written
          }
        }
      }
      close(writer.descriptor)
      return nil
    }
  }
}

/// A pipe that a test writes to while it reads.
final class OpenPipe {
  let output: Int32
  private var input: Int32?

  init() throws {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Pipe.PipeError() }
    (output, input) = (ends[0], ends[1])
  }

  deinit {
    end()
    close(output)
  }

  /// At most as much as a pipe holds.
  func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard let input, unsafe bytes.withUnsafeBytes({ unsafe systemWrite(input, $0) }) == bytes.count
    else {
      throw Pipe.PipeError()
    }
  }

  func end() {
    if let input { close(input) }
    input = nil
  }
}
