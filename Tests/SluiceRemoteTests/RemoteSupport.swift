import FeedTestSupport
import Foundation
import Sluice
import SluiceFeed
import SluiceRemote
import TestSupport

/// Objects of a server of the test's own.
struct Remote: Sendable {
  let server: ObjectServer
  /// The environment of transfers.
  var variables: [String: String]

  /// `signed`: only requests that are signed are answered.
  init(_ arguments: [String] = [], variables: [String: String] = [:]) throws {
    SourceKind.register(.remote)
    server = try ObjectServer(arguments)
    self.variables = variables
  }

  /// A context that never waits long, and sees no other environment than this.
  func context(attempts: Int = 8, patience: Double = 60) -> RemoteContext {
    var policy = RetryPolicy()
    (policy.attempts, policy.firstWait, policy.longestWait) = (attempts, 0.001, 0.002)
    policy.patience = patience
    policy.longestRetryAfter = 2
    let variables = variables
    return RemoteContext(policy: policy) { variables[$0] }
  }

  func object(_ path: String, _ context: RemoteContext? = nil) throws -> RemoteObject {
    try RemoteObject(SourceAddress(server.site + path), context: context ?? self.context())
  }

  /// The records of an object as text.
  func records(
    _ object: RemoteObject, _ options: FeedOptions = FeedOptions(),
    from start: FeedPosition = .start, stop: FeedStop? = nil
  ) throws -> [String] {
    var feed = try JSONFeed(object, end: nil, options: options, from: start, stop: stop)
    var records: [String] = []
    try feed.forEach { records.append(String(decoding: $0.rawBytes, as: UTF8.self)) }
    return records
  }

  /// Lines of some length, so that a feed has several windows.
  static func lines(_ count: Int, width: Int = 40) -> [String] {
    (0..<count).map { "{\"id\":\($0),\"text\":\"\(String(repeating: "x", count: width))\"}" }
  }

  static func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// One member of gzip.
  static func gzip(_ lines: [String]) -> [UInt8] {
    let text = Array(text(lines).utf8)
    var packed = [UInt8](repeating: 0, count: 2 * text.count + 1000)
    let size = unsafe gzip_test_member(text, text.count, &packed, packed.count)
    precondition((1...packed.count).contains(size), "the tests' compressor failed")
    return Array(packed[..<size])
  }
}

extension Remote {
  /// The message of the error that reading an object ends with.
  func message(_ path: String, _ context: RemoteContext? = nil) -> String {
    do {
      return "no error: \(try records(try object(path, context)).count) records"
    } catch {
      return "\(error)"
    }
  }
}

extension RemoteObject {
  convenience init(_ address: SourceAddress, context: RemoteContext = .process) throws(JSONError) {
    try self.init(url: address.text, context)
  }

  static func objects(
    at address: SourceAddress, context: RemoteContext, stops: [FeedStop] = []
  ) throws -> [RemoteObject] {
    try objects(at: address.text, context, stops)
  }
}

/// What a feed of URLs delivered, in order.
struct Delivered {
  struct Item {
    let isGood: Bool
    let text: String
    let after: FeedPosition
  }

  private(set) var items: [Item] = []
  private(set) var position = FeedPosition.start

  var good: [String] { items.filter(\.isGood).map(\.text) }

  init(_ source: FeedSource, from start: FeedPosition = .start) throws {
    var feed = try JSONFeed(source, from: start)
    var items: [Item] = []
    func add(_ isGood: Bool, _ bytes: [UInt8], _ after: FeedPosition) {
      items.append(Item(isGood: isGood, text: String(decoding: bytes, as: UTF8.self), after: after))
    }
    try feed.forEach {
      add(true, $0.rawBytes, $0.positionAfter)
    } rejected: {
      add(false, $0.rawBytes, $0.positionAfter)
    }
    (self.items, position) = (items, feed.position)
  }
}
