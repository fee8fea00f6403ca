/// A broker of Kafka's protocol that has transactions (Tests/Servers/kafka_transactions.py), on loopback, in memory.
///
/// librdkafka's mock cluster takes transactions, too, but shows messages of aborted ones.
public final class TransactionBroker: Sendable {
  /// Kinds of requests by their numbers.
  public enum Request: Int, CaseIterable, Sendable {
    case produce = 0
    case fetch = 1
    case listOffsets = 2
    case metadata = 3
    case findCoordinator = 10
    case initProducer = 22
    case addPartitions = 24
    case endTransaction = 26
    case describeSettings = 32
  }

  /// When a connection is closed.
  public enum Moment: String, CaseIterable, Sendable {
    case before, after
  }

  /// For `.enabled(if:)`.
  public static var isThere: Bool { ObjectServer.python != nil }

  private let server: ObjectServer

  public init() throws { server = try ObjectServer(program: "kafka_transactions.py") }

  /// The address of a topic.
  public func address(_ topic: String = "events") -> String {
    "kafka://127.0.0.1:\(server.port)/\(topic)"
  }

  public func create(_ topic: String, partitions: Int = 1, _ settings: String = "") throws {
    try server.send("create \(topic) \(partitions) \(settings)")
  }

  public func delete(_ topic: String) throws { try server.send("delete \(topic)") }

  /// Closes the connection at the next requests of a kind: before they are done, or after.
  public func close(_ moment: Moment, _ request: Request, times: Int = 1) throws {
    try server.send("fault \(request.rawValue) \(moment.rawValue) \(times)")
  }

  /// Answers the next requests of a kind with an error.
  public func fail(_ request: Request, with error: Int, times: Int = 1) throws {
    try server.send("error \(request.rawValue) \(error) \(times)")
  }

  /// How long after a transaction was decided its marks are written.
  public func delayMarks(milliseconds: Int) throws { try server.send("markers \(milliseconds)") }

  /// How many requests of a kind were done.
  public func count(_ request: Request) throws -> Int {
    Int(try server.send("count \(request.rawValue)")) ?? -1
  }

  /// How many transactions are open.
  public func openTransactions() throws -> Int { Int(try server.send("open")) ?? -1 }
}
