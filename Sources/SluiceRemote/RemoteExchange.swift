import Sluice
import SluiceFeed
import SluiceSystem

/// Sends requests, repeats those that failed by no fault of their own, and follows redirections.
struct RemoteExchange {
  let context: RemoteContext
  let name: String
  var stops = FeedStops()

  /// A response whose head has come. Gives its transfer back once, whatever ends it: two readers must never
  /// get the same one.
  final class Response {
    let transfer: HTTPTransfer
    let head: HTTPHead
    /// The request that was answered: after redirections the last one.
    let request: HTTPRequest
    private var isReleased = false

    init(transfer: HTTPTransfer, head: HTTPHead, request: HTTPRequest) {
      (self.transfer, self.head, self.request) = (transfer, head, request)
    }

    deinit { release() }

    func release() {
      if !isReleased { transfer.release() }
      isReleased = true
    }
  }

  private enum Outcome {
    case response(Response)
    case fault(TransientFault)
    /// The bucket is in another region, which is known now.
    case signAgain
  }

  private static let mostRedirections = 10
  private static let mostText = 4 << 20

  /// Sends a request until it is answered by something else than 429 and 5xx. `make` is called for each
  /// attempt: signatures have their time.
  func open(
    _ retries: inout Retries, _ make: () throws(InputEvent) -> HTTPRequest
  ) throws(InputEvent) -> Response {
    var isSignedAgain = false
    while true {
      switch try attempt(try make()) {
      case .response(let response): return response
      case .signAgain where !isSignedAgain: isSignedAgain = true
      case .signAgain:
        throw .failed(
          SourceFault.error(name, "the server names ever other regions of the bucket"))
      case .fault(let fault): try retries.wait(after: fault, stops)
      }
    }
  }

  /// The whole body of a small response as text, and its head.
  func text(
    _ make: () throws(InputEvent) -> HTTPRequest
  ) throws(InputEvent) -> (head: HTTPHead, body: String, request: HTTPRequest) {
    let (head, body, request) = try bytes(make)
    return (head, String(decoding: body, as: UTF8.self), request)
  }

  /// The same as bytes.
  func bytes(
    _ make: () throws(InputEvent) -> HTTPRequest
  ) throws(InputEvent) -> (head: HTTPHead, body: [UInt8], request: HTTPRequest) {
    var retries = Retries(context.policy, name: name)
    while true {
      let response = try open(&retries, make)
      if let body = try bytes(of: response) { return (response.head, body, response.request) }
      try retries.wait(after: TransientFault(reason: "the response broke off"), stops)
    }
  }

  /// The rest of a response as text, which ends its transfer. Nil if it broke off.
  func body(of response: Response) throws(InputEvent) -> String? {
    try bytes(of: response).map { String(decoding: $0, as: UTF8.self) }
  }

  private func bytes(of response: Response) throws(InputEvent) -> [UInt8]? {
    defer { response.release() }
    var bytes: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    defer { unsafe room.deallocate() }
    while true {
      switch unsafe response.transfer.run(
        into: room, stops: try descriptors(), seconds: context.policy.patience)
      {
      case .bytes(let count):
        unsafe bytes += room[..<count]
        guard bytes.count <= RemoteExchange.mostText else {
          throw .failed(SourceFault.error(name, "the server's answer is too long"))
        }
      case .head: continue
      case .end: return bytes
      case .stopped: throw .stopped(name)
      case .failed, .quiet: return nil
      }
    }
  }

  func descriptors() throws(InputEvent) -> [FileDescriptor] { try stops.descriptors() }

  /// One attempt, with its redirections.
  private func attempt(_ first: HTTPRequest) throws(InputEvent) -> Outcome {
    let transfer = try InputEvent.asFailures(try HTTPTransfer.reuse(for: name))
    var isKept = false
    defer { if !isKept { transfer.release() } }
    var request = first
    for _ in 0...RemoteExchange.mostRedirections {
      let head: HTTPHead
      switch try send(request, transfer) {
      case .success(let answered): head = answered
      case .failure(let fault): return .fault(fault.fault)
      }
      if let region = head["x-amz-bucket-region"], let signature = request.signature,
        let bucket = signature.bucket, head.status >= 300, region != signature.region,
        S3Endpoint.isRegion(region)
      {
        context.learn(region: region, of: bucket)
        return .signAgain
      }
      switch head.status {
      case 429, 500...599:
        let body = try? drained(transfer)
        return .fault(
          TransientFault(
            reason: RemoteFault.status(head, body: body ?? "", of: request),
            retryAfter: transfer.retryAfter))
      case 301, 302, 303, 307, 308:
        _ = try? drained(transfer)
        request = try InputEvent.asFailures(try target(of: transfer, head, from: request))
      default:
        isKept = true
        return .response(Response(transfer: transfer, head: head, request: request))
      }
    }
    throw .failed(
      SourceFault.error(
        name, "the server redirects more than \(RemoteExchange.mostRedirections) times"))
  }

  private struct Faulty: Error { let fault: TransientFault }

  /// Sends a request, and waits for the head of its response.
  private func send(
    _ request: HTTPRequest, _ transfer: HTTPTransfer
  ) throws(InputEvent) -> Result<HTTPHead, Faulty> {
    if let failure = transfer.begin(request, connectSeconds: context.policy.connectSeconds) {
      throw .failed(SourceFault.error(name, failure.reason))
    }
    let none = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    switch unsafe transfer.run(
      into: none, stops: try descriptors(), seconds: context.policy.patience)
    {
    case .head(let head): return .success(head)
    case .stopped: throw .stopped(name)
    case .failed(let failure) where failure.isLasting:
      throw .failed(SourceFault.error(name, failure.reason))
    case .failed(let failure):
      return .failure(Faulty(fault: TransientFault(reason: failure.reason)))
    case .quiet, .end, .bytes:
      return .failure(
        Faulty(
          fault: TransientFault(
            reason: "the server did not answer in \(Int(context.policy.patience)) s")))
    }
  }

  /// Reads the short rest of a response, so that its connection can be used again.
  private func drained(_ transfer: HTTPTransfer) throws(InputEvent) -> String {
    var bytes: [UInt8] = []
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    defer { unsafe room.deallocate() }
    while bytes.count < 64 << 10 {
      guard
        case .bytes(let count) = unsafe transfer.run(
          into: room, stops: try descriptors(), seconds: min(context.policy.patience, 5))
      else { break }
      unsafe bytes += room[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func target(
    of transfer: HTTPTransfer, _ head: HTTPHead, from request: HTTPRequest
  ) throws(JSONError) -> HTTPRequest {
    guard request.signature == nil else {
      throw SourceFault.error(
        name,
        "the server redirects a signed request (\(head.status)), which is not followed: set the right"
          + " region (AWS_REGION) or endpoint (AWS_ENDPOINT_URL_S3)")
    }
    guard request.method == nil, request.body == nil else {
      throw SourceFault.error(name, "the server redirects a request that carries a secret")
    }
    guard let text = transfer.redirection else {
      throw SourceFault.error(name, "the server redirects (\(head.status)) to no address")
    }
    let address: WebAddress
    do throws(JSONError) {
      address = try WebAddress(parsing: text)
    } catch {
      throw SourceFault.error(
        name, "the server redirects to something that is not an http or https URL")
    }
    guard address.scheme == "https" || request.address.scheme == "http" else {
      throw SourceFault.error(
        name, "the server redirects from https to http (\(address.site)), which is not followed")
    }
    return request.redirected(to: address)
  }
}

extension FeedStops {
  /// Descriptors that become readable when the feed is to stop.
  func descriptors() throws(InputEvent) -> [FileDescriptor] {
    var found: [FileDescriptor] = []
    for stop in all { found.append(try stop.descriptor()) }
    return found
  }
}
