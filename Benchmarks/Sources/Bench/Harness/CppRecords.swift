import CContenders

/// The functions of one build of the C++ contenders that pass records to Swift, see records.h.
struct CppRecords {
  typealias Parser = OpaquePointer
  typealias ReadStatuses =
    @convention(c) (
      Parser, UnsafePointer<bench_document>, bench_take_status, UnsafeMutableRawPointer?
    ) -> Bool
  typealias ReadEvents =
    @convention(c) (
      Parser, UnsafePointer<bench_document>, bench_take_event, UnsafeMutableRawPointer?
    ) -> Bool

  let make: @convention(c) () -> Parser
  let free: @convention(c) (Parser?) -> Void
  let error: @convention(c) (Parser) -> UnsafePointer<CChar>
  let statuses: ReadStatuses
  let eventLines: ReadEvents
  let eventStream: ReadEvents

  #if !COUNTS_ONLY
    /// Those of the build that is linked into the benchmark.
    static var linked: CppRecords {
      CppRecords(
        make: bench_parser_make, free: bench_parser_free, error: bench_parser_error,
        statuses: bench_read_statuses, eventLines: bench_read_event_lines,
        eventStream: bench_read_event_stream)
    }
  #endif

  /// Those of the build whose symbols `find` knows.
  static func loaded(_ find: (String) throws -> UnsafeMutableRawPointer) throws -> CppRecords {
    func symbol<T>(_ name: String, as: T.Type) throws -> T {
      unsafeBitCast(try find(name), to: T.self)
    }
    return CppRecords(
      make: try symbol("bench_parser_make", as: (@convention(c) () -> Parser).self),
      free: try symbol("bench_parser_free", as: (@convention(c) (Parser?) -> Void).self),
      error: try symbol(
        "bench_parser_error", as: (@convention(c) (Parser) -> UnsafePointer<CChar>).self),
      statuses: try symbol("bench_read_statuses", as: ReadStatuses.self),
      eventLines: try symbol("bench_read_event_lines", as: ReadEvents.self),
      eventStream: try symbol("bench_read_event_stream", as: ReadEvents.self))
  }
}

/// simdjson's On-Demand parser of one build, reused between documents.
final class CppParser {
  let records: CppRecords
  private let made: CppRecords.Parser

  init(_ library: CppLibrary) {
    records = library.records
    made = records.make()
  }

  deinit { records.free(made) }

  /// Calls one of the records' reading functions.
  func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ body: (CppRecords.Parser, UnsafePointer<bench_document>) -> Bool
  ) throws {
    var document = bench_document(bytes: bytes.baseAddress, length: bytes.count)
    guard body(made, &document) else {
      throw Unavailable(description: String(cString: records.error(made)))
    }
  }
}

extension String {
  /// An owned copy of a string borrowed from C++.
  @inline(__always)
  init(_ view: bench_view) {
    let start = UnsafeRawPointer(view.bytes)?.assumingMemoryBound(to: UInt8.self)
    self.init(decoding: UnsafeBufferPointer(start: start, count: view.length), as: UTF8.self)
  }
}
