import KafkaBroker

/// A topic of a cluster that runs in this process, on loopback. It keeps about 5 MB of each partition.
///
/// Sound because it owns the cluster, which ends with it.
@safe
public final class TestTopic {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// A message as tests send it.
  public struct Message {
    public var value: [UInt8]?
    public var key: [UInt8]?
    /// In milliseconds since 1970.
    public var time: Int64
    public var headers: [(name: String, value: [UInt8]?)]

    public init(
      _ value: String?, key: [UInt8]? = nil, time: Int64 = 1_769_860_800_250,
      headers: [(name: String, value: [UInt8]?)] = []
    ) {
      self.value = value.map { Array($0.utf8) }
      self.key = key
      self.time = time
      self.headers = headers
    }
  }

  /// Kinds of requests.
  public enum Request: Int16, CaseIterable {
    case fetch = 1
    case listOffsets = 2
    case metadata = 3
  }

  /// Why there can be none; nil: there can. For `.enabled(if:)`.
  public static let obstacle: String? = unsafe kbr_load().map { unsafe String(cString: $0) }
  public static var isThere: Bool { obstacle == nil }
  public static let reason = "librdkafka is not installed"

  public let name: String
  private let cluster: OpaquePointer

  public init(partitions: Int, brokers: Int = 1, name: String = "events") throws {
    self.name = name
    guard TestTopic.isThere, let cluster = unsafe kbr_start(Int32(brokers)) else {
      throw Failure(description: "the cluster did not start")
    }
    unsafe self.cluster = unsafe cluster
    try check(unsafe kbr_create(cluster, name, Int32(partitions)), "the topic was not made")
  }

  deinit { unsafe kbr_stop(cluster) }

  /// Makes another topic of the same cluster.
  public func makeTopic(_ name: String, partitions: Int = 1) throws {
    try check(unsafe kbr_create(cluster, name, Int32(partitions)), "the topic was not made")
  }

  /// `127.0.0.1:40123,…`
  public var brokers: String { unsafe String(cString: kbr_brokers(cluster)) }
  /// `kafka://127.0.0.1:40123/events`
  public var address: String { "kafka://\(brokers)/\(name)" }

  private func check(_ code: Int32, _ what: String) throws {
    guard code == 0 else { throw Failure(description: "\(what): error \(code)") }
  }

  /// Sends messages to a partition, and waits until they are stored.
  public func send(_ messages: [Message], to partition: Int = 0) throws {
    for message in messages { try sendSoon(message, to: partition) }
    try flush()
  }

  public func send(_ values: [String], to partition: Int = 0) throws {
    try send(values.map { Message($0) }, to: partition)
  }

  /// Sends a message without waiting for it.
  public func sendSoon(_ message: Message, to partition: Int) throws {
    let names = message.headers.map { Array($0.name.utf8CString) }
    let values = message.headers.map { $0.value ?? [] }
    var headers = unsafe [kbr_header]()
    defer {
      for i in unsafe headers.indices {
        unsafe headers[i].name.deallocate()
        unsafe headers[i].value?.deallocate()
      }
    }
    for i in names.indices {
      let name = UnsafeMutablePointer<CChar>.allocate(capacity: names[i].count)
      unsafe name.initialize(from: names[i], count: names[i].count)
      let value = UnsafeMutablePointer<UInt8>.allocate(capacity: max(values[i].count, 1))
      unsafe value.initialize(from: values[i], count: values[i].count)
      let isNull = message.headers[i].value == nil
      if isNull { unsafe value.deallocate() }
      unsafe headers.append(
        kbr_header(
          name: name, value: isNull ? nil : UnsafeRawPointer(value), count: values[i].count))
    }
    let code = unsafe kbr_produce(
      cluster, name, Int32(partition), message.value, message.value?.count ?? 0, message.key,
      message.key?.count ?? 0, message.time, headers, headers.count)
    try check(code, "a message was not sent")
  }

  public func flush() throws { try check(unsafe kbr_flush(cluster), "messages were not stored") }

  /// Stores two messages with offsets between them, and after them, that have none.
  public func sendWithGaps(_ first: String, _ second: String, missing: Int) throws {
    try check(
      unsafe kbr_produce_with_gaps(cluster, name, 0, first, second, Int32(missing)),
      "the batch was not stored")
  }

  /// Takes the broker of a number, from 1, off the network, or puts it back.
  public func setBroker(_ number: Int, isDown: Bool) throws {
    try check(unsafe kbr_set_down(cluster, Int32(number), isDown ? 1 : 0), "no such broker")
  }

  /// Makes the next requests fail: with an error of Kafka, or (-195) by a closed connection.
  public func fail(_ request: Request, with error: Int = -195, times: Int = 1) {
    unsafe kbr_fail(cluster, request.rawValue, Int32(error), times)
  }

  /// Delays all responses of a broker.
  public func delay(_ broker: Int, milliseconds: Int) throws {
    try check(unsafe kbr_delay(cluster, Int32(broker), Int32(milliseconds)), "no such broker")
  }
}
