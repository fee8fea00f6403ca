import CCurl
import Sluice
import SluiceSystem

/// Requests to one HTTP interface, one after the other, over a connection that is kept.
///
/// Sound because it owns curl's handles, and curl sees memory of the caller only until a call of `post` returns.
@safe
final class ClickHouseTransfer {
  private let transfer: OpaquePointer
  private let waits: SinkWaits

  /// A response that came whole.
  struct Response {
    let status: Int
    /// The code of the error that the server reports in its head; nil: it reports none.
    let exception: Int?
    let body: [UInt8]
  }

  enum Failure: Error {
    /// A stop has ended the wait: the request may or may not have been carried out.
    case stopped
    /// The request may or may not have been carried out.
    case broken(String)
    /// Repeating it can't help.
    case lasting(String)
  }

  /// The most bytes of a response: answers are small.
  private static let mostBytes = 64 << 20
  /// How long a server may say nothing, in seconds: merges and mutations that it waits for take long.
  private static let patience = 300

  init(_ waits: SinkWaits) throws(ImportError) {
    self.waits = waits
    if let reason = unsafe ccu_load() {
      throw ImportError(
        .sink,
        unsafe "libcurl can't be loaded: \(String(cString: reason)). ClickHouse is reached with it: install it"
          + " (Debian: apt-get install libcurl4; macOS: brew install curl)")
    }
    guard let made = unsafe ccu_make() else {
      throw ImportError(.sink, "can't connect: out of memory")
    }
    unsafe transfer = unsafe made
  }

  deinit { unsafe ccu_free(transfer) }

  /// Sends bytes. Redirections are not followed: rows and passwords go to no other server.
  func post(
    _ bytes: UnsafeRawBufferPointer, to url: String, headers: [String], certificates: String?
  ) throws(Failure) -> Response {
    defer { unsafe ccu_end(transfer) }
    let code = unsafe CStrings.with([url, "POST", certificates]) { texts in
      unsafe CStrings.with(headers) { lines in
        unsafe lines.withUnsafeBufferPointer { lines in
          guard let url = unsafe texts[0] else { return Int32(CCU_BAD_URL) }
          var empty: UInt8 = 0
          return unsafe withUnsafePointer(to: &empty) { empty in
            var request = unsafe ccu_request(
              url: url, method: texts[1], headers: lines.baseAddress, header_count: lines.count,
              range: nil, user: nil, password: nil, signature: nil, body: nil,
              bytes: bytes.baseAddress ?? UnsafeRawPointer(empty), byte_count: bytes.count,
              certificates: texts[2], is_direct: 0, connect_milliseconds: 20_000)
            return unsafe ccu_begin(transfer, &request)
          }
        }
      }
    }
    guard code == 0 else { throw failure(code) }
    return try read()
  }

  private func read() throws(Failure) -> Response {
    var body: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let begin = MonotonicClock.seconds
    while true {
      var got = 0
      // Before a stop, its descriptor ends the call; after it, the time that is left.
      let end = waits.end(ofWaitFrom: begin)
      let wakeUp = end == nil ? waits.wakeUp.map { [$0.rawValue] } ?? [] : []
      let patience = Double(ClickHouseTransfer.patience)
      let seconds = min(end.map { max($0 - MonotonicClock.seconds, 0) } ?? patience, patience)
      let event = unsafe room.withUnsafeMutableBufferPointer { room in
        unsafe ccu_run(
          transfer, room.baseAddress, room.count, &got, wakeUp, wakeUp.count,
          Int32(seconds * 1000))
      }
      switch Int(event) {
      case CCU_STOPPED: continue
      case CCU_QUIET where waits.isOver(from: begin): throw .stopped
      case CCU_HEAD: continue
      case CCU_BYTES:
        body += room[..<got]
        guard body.count <= ClickHouseTransfer.mostBytes else {
          throw .lasting("its answer has more than \(ClickHouseTransfer.mostBytes >> 20) MiB")
        }
      case CCU_END:
        return unsafe Response(status: ccu_status(transfer), exception: exception, body: body)
      case CCU_QUIET:
        throw .broken("nothing came for \(ClickHouseTransfer.patience) seconds")
      default: throw unsafe failure(ccu_code(transfer))
      }
    }
  }

  private func failure(_ code: Int32) -> Failure {
    let reason = unsafe String(cString: ccu_reason(transfer))
    let lasting = [
      CCU_UNSUPPORTED_PROTOCOL, CCU_BAD_URL, CCU_NOT_BUILT_IN, CCU_NO_MEMORY, CCU_UNSUPPORTED,
      CCU_BAD_CERTIFICATE, CCU_BAD_CERTIFICATE_FILE,
    ]
    return lasting.contains { Int32($0) == code } ? .lasting(reason) : .broken(reason)
  }

  /// The value of `X-ClickHouse-Exception-Code`.
  private var exception: Int? {
    var count = 0
    guard let start = unsafe ccu_head(transfer, &count) as UnsafePointer<CChar>? else { return nil }
    let head = unsafe String(
      decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    for line in head.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "x-clickhouse-exception-code" else {
        continue
      }
      return Int(parts[1].filter { !$0.isWhitespace }) ?? 0
    }
    return nil
  }
}
