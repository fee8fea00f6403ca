package import Sluice
import SluiceSystem

/// The properties of librdkafka for a topic: those of the file, then those of the address, then Sluice's own.
package struct KafkaProperties {
  private(set) var all: [KafkaAddress.Property]
  /// How long brokers may be silent, in seconds: librdkafka's `socket.timeout.ms`.
  let patience: Double

  /// What a reader relies on.
  private static let own = [
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

  /// Throws `io` for a file that can't be read or is not one of properties, and for a property that Sluice
  /// sets itself.
  ///
  /// `readers`: how many partitions are read at once, each with a queue of its own.
  init(_ address: KafkaAddress, sharedBy readers: Int, _ context: RemoteContext) throws(JSONError) {
    var given: [KafkaAddress.Property] = []
    if let path = address.configuration {
      given = try KafkaProperties.parse(try SecretFile.properties(in: path, context), path)
    }
    given += address.properties
    let reserved = KafkaProperties.own.map(\.0) + ["bootstrap.servers", "metadata.broker.list"]
    for property in given where reserved.contains(property.name) {
      throw RemoteFault.error(
        address.name, "\(property.name) can't be given: Sluice decides it, or the address does")
    }
    patience =
      (given.last { $0.name == "socket.timeout.ms" }.flatMap { Double($0.value) } ?? 60_000) / 1000
    all =
      KafkaProperties.usual.map { KafkaAddress.Property(name: $0.0, value: $0.1) }
      + [
        KafkaAddress.Property(
          name: "queued.max.messages.kbytes", value: "\(max(min(16_384, 65_536 / readers), 512))")
      ] + given
      + KafkaProperties.own.map { KafkaAddress.Property(name: $0.0, value: $0.1) }
    all.append(KafkaAddress.Property(name: "bootstrap.servers", value: address.brokers))
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
      guard let equals = line.firstIndex(of: "="), equals > line.startIndex else {
        throw RemoteFault.error(
          path, "expected lines such as security.protocol=ssl; line \(i + 1) is not one")
      }
      found.append(
        KafkaAddress.Property(
          name: String(trimmed(line[..<equals])),
          value: String(trimmed(line[line.index(after: equals)...]))))
    }
    return found
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
