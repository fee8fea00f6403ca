import Sluice
import SluiceFeed
import SluiceSystem

/// The properties of librdkafka for a topic: those of the file, then those of the address, then Sluice's own.
package struct KafkaProperties {
  package private(set) var all: [KafkaAddress.Property]
  /// How long brokers may be silent, in seconds: librdkafka's `socket.timeout.ms`.
  package let patience: Double
  /// The size that messages may have, in bytes: librdkafka's `message.max.bytes`.
  package let largestMessage: Int

  /// What a client is for.
  package enum Use: Sendable, Hashable {
    /// Reading a topic. `partitions`: how many are read at once, each with a queue of its own.
    case reading(partitions: Int)
    /// Examining a topic that is written to, and making it. Offsets count all messages, committed or not.
    case examining
    /// Reading the progress of jobs, of committed transactions only.
    case progress
    /// Producing in transactions, under an id. `largest`: the size of messages that brokers take; nil: not known.
    case producing(id: String, largest: Int?)
  }

  /// What a reader relies on.
  private static let reader = [
    // Offsets are kept with the rows. An offset that does not exist is an error, never another offset.
    ("auto.offset.reset", "error"), ("enable.auto.commit", "false"),
    ("enable.auto.offset.store", "false"), ("enable.partition.eof", "true"),
    ("allow.auto.create.topics", "false"),
  ]

  /// Limits of memory, and short waits at the end of a partition before the next one is fetched, unless the
  /// client sets others.
  private static let usual = [
    ("client.id", "sluice"), ("fetch.max.bytes", "16777216"), ("fetch.wait.max.ms", "100"),
  ]

  /// A limit of memory, and partitions as other clients choose them by a key.
  private static let usualProducer = [
    ("client.id", "sluice"), ("queue.buffering.max.kbytes", "65536"),
    ("partitioner", "murmur2_random"),
  ]

  /// Properties that are never given for a topic that is written to.
  private static let decided = ["transactional.id", "enable.idempotence", "isolation.level"]

  /// librdkafka's own `message.max.bytes`.
  private static let usualLargest = 1_000_000

  /// Throws `io` for a file that can't be read or is not one of properties, and for a property that Sluice
  /// sets itself.
  package init(
    _ address: KafkaAddress, for use: Use, notes: SourceNotes = .process
  ) throws(JSONError) {
    var given: [KafkaAddress.Property] = []
    if let path = address.configuration {
      given = try KafkaProperties.parse(try KafkaProperties.text(of: path, notes), path)
    }
    given += address.properties
    let own = KafkaProperties.own(use)
    var reserved = own.map(\.0) + ["bootstrap.servers", "metadata.broker.list"]
    if !use.isReading { reserved += KafkaProperties.decided }
    for property in given where reserved.contains(property.name) {
      throw SourceFault.error(
        address.name, "\(property.name) can't be given: Sluice decides it, or the address does")
    }
    patience =
      (given.last { $0.name == "socket.timeout.ms" }.flatMap { Double($0.value) } ?? 60_000) / 1000
    var largest =
      given.last { $0.name == "message.max.bytes" }.flatMap { Int($0.value) }
      ?? KafkaProperties.usualLargest
    if case .producing(_, let limit?) = use { largest = min(largest, limit) }
    largestMessage = largest
    var pairs = KafkaProperties.usual(use)
    pairs += given.map { ($0.name, $0.value) } + own
    if case .producing = use { pairs.append(("message.max.bytes", "\(largest)")) }
    pairs.append(("bootstrap.servers", address.brokers))
    all = pairs.map { KafkaAddress.Property(name: $0.0, value: $0.1) }
  }

  private static func text(
    of path: String, _ notes: SourceNotes
  ) throws(JSONError) -> String {
    let text = try SecretFile.text(of: path, notes: notes) { text in
      guard let found = try? KafkaProperties.parse(text, path) else { return true }
      return found.contains { $0.isSecret }
    }
    return text ?? ""
  }

  private static func own(_ use: Use) -> [(String, String)] {
    switch use {
    case .reading: reader
    case .progress: reader + [("isolation.level", "read_committed")]
    case .examining: reader + [("isolation.level", "read_uncommitted")]
    case .producing(let id, _):
      [
        ("transactional.id", id), ("enable.idempotence", "true"),
        ("allow.auto.create.topics", "false"),
      ]
    }
  }

  private static func usual(_ use: Use) -> [(String, String)] {
    switch use {
    case .producing: usualProducer
    case .reading(let partitions):
      usual + [("queued.max.messages.kbytes", "\(max(min(16_384, 65_536 / partitions), 512))")]
    case .examining, .progress: usual + [("queued.max.messages.kbytes", "1024")]
    }
  }

  /// Parses lines such as `sasl.username=reader`; lines that begin with `#` are comments. Errors don't repeat
  /// the text.
  package static func parse(_ text: String, _ path: String) throws(JSONError) -> [KafkaAddress
    .Property]
  {
    var found: [KafkaAddress.Property] = []
    for (i, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = trimmed(line)
      guard let first = line.first, first != "#" else { continue }
      guard let (name, value) = line.halves(at: "="), !name.isEmpty else {
        throw SourceFault.error(
          path, "expected lines such as security.protocol=ssl; line \(i + 1) is not one")
      }
      found.append(
        KafkaAddress.Property(
          name: String(trimmed(name)),
          value: String(trimmed(value))))
    }
    return found
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return Substring(text)
  }
}

extension KafkaProperties.Use {
  fileprivate var isReading: Bool { if case .reading = self { true } else { false } }
}
