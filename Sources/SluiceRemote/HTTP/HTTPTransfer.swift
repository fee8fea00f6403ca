import CCurl
import Sluice
import SluiceFeed
import SluiceSystem

/// A transfer of HTTP by libcurl, which is loaded for the first one. It keeps its connection for later ones.
///
/// Sound because it owns curl's handles, and curl sees the caller's memory only during a call.
@safe
final class HTTPTransfer {
  private let transfer: OpaquePointer

  enum Event {
    /// This many bytes were put into the room.
    case bytes(Int)
    case head(HTTPHead)
    /// The whole body has come.
    case end
    case failed(Failure)
    /// One of the descriptors is readable.
    case stopped
    /// Nothing came in the given time.
    case quiet
  }

  /// Why a transfer broke off, in curl's words.
  struct Failure {
    let code: Int32
    let reason: String

    init(code: Int32, reason: String) {
      self.code = code
      let isUnknown = ["issuer", "self-signed", "self signed"].contains { reason.contains($0) }
      self.reason =
        code == Int32(CCU_BAD_CERTIFICATE) && isUnknown
        ? reason
          + "; if you trust who signed it, set CURL_CA_BUNDLE to a file with that certificate"
        : reason
    }

    /// Whether another attempt would fail like this one.
    var isLasting: Bool {
      [
        CCU_UNSUPPORTED_PROTOCOL, CCU_BAD_URL, CCU_NOT_BUILT_IN, CCU_NO_MEMORY, CCU_UNSUPPORTED,
        CCU_BAD_CERTIFICATE, CCU_BAD_CERTIFICATE_FILE,
      ].contains { Int32($0) == code }
    }
    /// Whether the body was shorter than announced.
    var isShortBody: Bool { code == Int32(CCU_PARTIAL_BODY) }
  }

  private static let idle = LockedValue<[HTTPTransfer]>([])
  private static let mostIdle = 8

  /// One that is not in use. `source` is what needs it. Throws `io` without libcurl, `out-of-memory`.
  static func reuse(for source: String) throws(JSONError) -> HTTPTransfer {
    if let used = idle.withLock({ $0.popLast() }) { return used }
    if let reason = unsafe ccu_load().map({ unsafe String(cString: $0) }) {
      throw JSONError(
        .io, at: 0, name: source,
        reason: "libcurl can't be loaded (\(reason)): install it (Debian, Ubuntu: apt-get install"
          + " libcurl4; Homebrew: brew install curl)")
    }
    guard let transfer = unsafe ccu_make() else { throw JSONError(.outOfMemory, at: 0) }
    return unsafe HTTPTransfer(transfer)
  }

  private init(_ transfer: OpaquePointer) { unsafe self.transfer = transfer }

  deinit { unsafe ccu_free(transfer) }

  /// Gives the transfer back for other uses.
  func release() {
    unsafe ccu_end(transfer)
    HTTPTransfer.idle.withLock { idle in
      if idle.count < HTTPTransfer.mostIdle { idle.append(self) }
    }
  }

  /// Begins a request. Nil, or why it can't be made.
  func begin(_ request: HTTPRequest, connectSeconds: Double) -> Failure? {
    var lines = (request.headers + request.siteHeaders).map { "\($0.name): \($0.value)" }
    if let token = request.signature?.credentials.token {
      lines.append("x-amz-security-token: \(token)")
    }
    let login = request.signature.map {
      WebAddress.Login(user: $0.credentials.keyID, password: $0.credentials.secret)
    }
    let texts: [String?] = [
      request.address.url, request.method, request.rangeText,
      login?.user ?? request.login?.user, login?.password ?? request.login?.password,
      request.signature?.text, request.body, request.certificates,
    ]
    let code = unsafe CStrings.with(texts) { texts in
      unsafe CStrings.with(lines) { lines in
        unsafe lines.withUnsafeBufferPointer { headers in
          unsafe begin(texts, headers, request, connectSeconds)
        }
      }
    }
    guard code != 0 else { return nil }
    return Failure(
      code: code,
      reason: code == Int32(CCU_UNSUPPORTED)
        ? "this libcurl is too old: requests are signed by version 7.75 and later"
        : unsafe String(cString: ccu_reason(transfer)))
  }

  private func begin(
    _ texts: [UnsafePointer<CChar>?], _ headers: UnsafeBufferPointer<UnsafePointer<CChar>?>,
    _ request: HTTPRequest, _ connectSeconds: Double
  ) -> Int32 {
    guard let url = unsafe texts[0] else { return Int32(CCU_BAD_URL) }
    var made = unsafe ccu_request(
      url: url, method: texts[1], headers: headers.baseAddress, header_count: headers.count,
      range: texts[2], user: texts[3], password: texts[4], signature: texts[5], body: texts[6],
      bytes: nil, byte_count: 0, certificates: texts[7], is_direct: request.isDirect ? 1 : 0,
      connect_milliseconds: Int(connectSeconds * 1000))
    return unsafe ccu_begin(transfer, &made)
  }

  /// Reads on for at most some seconds, or until one of the descriptors is readable. Fills the room as far as
  /// bytes come without waiting.
  func run(
    into room: UnsafeMutableRawBufferPointer, stops: [FileDescriptor], seconds: Double
  ) -> Event {
    var got = 0
    let numbers = stops.map(\.rawValue)
    let result = unsafe ccu_run(
      transfer, room.baseAddress?.assumingMemoryBound(to: UInt8.self), room.count, &got, numbers,
      numbers.count, Int32(min(seconds, 86_400) * 1000))
    switch Int(result) {
    case CCU_BYTES: return .bytes(got)
    case CCU_HEAD: return .head(head)
    case CCU_END: return .end
    case CCU_STOPPED: return .stopped
    case CCU_QUIET: return .quiet
    default:
      return unsafe .failed(
        Failure(
          code: ccu_code(transfer),
          reason: PrintableText.line(String(cString: ccu_reason(transfer)))))
    }
  }

  private var head: HTTPHead {
    var count = 0
    let text = unsafe UnsafeRawBufferPointer(start: ccu_head(transfer, &count), count: count)
    return unsafe HTTPHead(
      status: Int(ccu_status(transfer)), text: String(decoding: text, as: UTF8.self))
  }

  /// Whether bytes are there that `run` returns at once.
  var isReady: Bool { unsafe ccu_is_ready(transfer) != 0 }

  /// After the end of a redirection: where it leads.
  var redirection: String? { unsafe ccu_redirection(transfer).map { unsafe String(cString: $0) } }

  /// In seconds, if the server said how long to wait.
  var retryAfter: Double? {
    let seconds = unsafe ccu_retry_after(transfer)
    return seconds > 0 ? Double(seconds) : nil
  }
}
