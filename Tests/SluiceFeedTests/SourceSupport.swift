import CZstd
import FeedTestSupport
import Sluice
import SluiceFeed
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The tests' compressors.
enum Compression: CaseIterable {
  case gzip, zstd, bzip2, xz, lz4

  /// Those whose libraries are here.
  static let allCases: [Compression] = [.gzip, .zstd] + loaded

  /// Those whose libraries are loaded at run time.
  static let loaded: [Compression] = [.bzip2, .xz, .lz4].filter {
    if $0.compressed([], variant: 0) != nil { return true }
    print("skipped for lack of its library: \($0)")
    return false
  }

  /// The name in messages.
  var title: String {
    switch self {
    case .zstd: "Zstandard"
    case .lz4: "LZ4"
    default: "\(self)"
    }
  }

  /// The number of bytes that identify it.
  var magicSize: Int {
    switch self {
    case .gzip: 2
    case .zstd, .lz4: 4
    case .xz: 6
    case .bzip2: 10
    }
  }

  /// Makes one member, stream or frame. `variant` chooses among ways to do that.
  func compress(_ text: some Collection<UInt8>, variant: UInt32 = 0) -> [UInt8] {
    guard let packed = compressed(Array(text), variant: variant) else {
      preconditionFailure("the tests' compressor failed")
    }
    return packed
  }

  private func compressed(_ text: [UInt8], variant: UInt32) -> [UInt8]? {
    var packed = [UInt8](repeating: 0, count: 2 * text.count + 1000)
    let room = packed.count
    func archived(_ format: Int) -> Int {
      unsafe archive_test_compress(Int32(format), variant, text, text.count, &packed, room)
    }
    let size =
      switch self {
      case .gzip: unsafe gzip_test_member(text, text.count, &packed, room)
      case .zstd: unsafe ZSTD_compress(&packed, room, text, text.count, 3)
      case .bzip2: archived(ARCHIVE_TEST_BZIP2)
      case .xz: archived(ARCHIVE_TEST_XZ)
      case .lz4: archived(ARCHIVE_TEST_LZ4)
      }
    return (1...room).contains(size) ? Array(packed[..<size]) : nil
  }

  /// Makes several, cutting the text at the given places.
  func compress(_ text: [UInt8], cutAt cuts: [Int]) -> [UInt8] {
    var packed: [UInt8] = []
    var start = 0
    for end in cuts.sorted() + [text.count] {
      packed += compress(text[start..<end])
      start = end
    }
    return packed
  }
}

extension TemporaryFolder {
  /// Writes a file, or appends to it; returns its path. A failure fails the test, so that threads that
  /// can't throw can call this, too.
  @discardableResult
  func put(_ bytes: [UInt8], to name: String, appending: Bool = false) -> String {
    let file = self[name]
    let descriptor = unsafe open(
      file, O_WRONLY | O_CREAT | O_CLOEXEC | (appending ? O_APPEND : O_TRUNC), 0o644)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
      guard count > 0 else {
        Issue.record("can't write \(file)")
        break
      }
      done += count
    }
    close(descriptor)
    return file
  }

  @discardableResult
  func put(_ text: String, to name: String, appending: Bool = false) -> String {
    put(Array(text.utf8), to: name, appending: appending)
  }
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  #if canImport(Glibc)
    unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
  #elseif canImport(Musl)
    Musl.write(descriptor, bytes.baseAddress, bytes.count)
  #elseif canImport(Darwin)
    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
  #endif
}

/// Everything that a feed delivered before its source failed, and the failure.
struct DeliveredUntilFailure {
  var good: [String] = []
  var bad = 0
  var position = FeedPosition.start
  var error: JSONError?

  init(
    _ source: FeedSource, options: FeedOptions = FeedOptions(), from start: FeedPosition = .start
  ) throws {
    var feed = try JSONFeed(source, options: options, from: start)
    do {
      try feed.forEach { record in
        good.append(String(decoding: record.rawBytes, as: UTF8.self))
      } rejected: { _ in
        bad += 1
      }
    } catch let failure as JSONError {
      error = failure
      // It stays broken, and delivers nothing more.
      do {
        try feed.forEach { _ in
          Issue.record("a record after the failure")
        } rejected: { _ in
          Issue.record("a reject after the failure")
        }
        Issue.record("it recovered")
      } catch let again as JSONError {
        #expect(again.code == failure.code)
      }
    }
    position = feed.position
  }
}

extension DeliveredUntilFailure {
  /// Why a source can't be opened; nil if it can.
  static func opening(_ source: FeedSource, from start: FeedPosition = .start) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONFeed(source, from: start)
      return nil
    } catch {
      return error
    }
  }
}

/// A thread that exists for the duration of a test.
final class TestThread {
  private var thread = TestThread.none
  private var isJoined = false
  private struct NoThread: Error {}
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  #if canImport(Darwin)
    private static var none: pthread_t? { nil }
  #else
    private static var none: pthread_t { pthread_t() }
  #endif

  init(_ body: @escaping @Sendable () -> Void) throws {
    let work = unsafe Unmanaged.passRetained(Work(body))
    let made = unsafe pthread_create(
      &thread, nil,
      { context in
        #if canImport(Darwin)
          Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        #else
          if let context = unsafe context {
            unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
          }
        #endif
        return nil
      }, unsafe work.toOpaque())
    guard made == 0 else { throw NoThread() }
  }

  /// A number unique to this thread.
  static var current: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  func join() {
    guard !isJoined else { return }
    isJoined = true
    #if canImport(Darwin)
      if let thread { pthread_join(thread, nil) }
    #else
      pthread_join(thread, nil)
    #endif
  }
}
