import Sluice
import SluiceFeed
import SluiceKafka
import Testing

@Suite("Addresses of topics")
struct KafkaAddressTests {
  init() { SourceKind.register(.kafka) }

  @Test(
    "name brokers, a topic and partitions",
    arguments: [
      ("kafka://a/t", "a", "t", nil, nil),
      ("KAFKA://a:9092,b/t.x-1_2", "a:9092,b", "t.x-1_2", nil, nil),
      ("kafka://a/t/17", "a", "t", 17, nil), ("kafka://[::1]:9092/t", "[::1]:9092", "t", nil, nil),
      ("kafka://a/t?partitions=3,0-1,1", "a", "t", nil, [0, 1, 3]),
      ("kafka://a/t?partitions=5", "a", "t", nil, [5]),
    ] as [(String, String, String, Int32?, [Int32]?)])
  func parts(
    text: String, brokers: String, topic: String, partition: Int32?, partitions: [Int32]?
  ) throws {
    let address = try KafkaAddress(parsing: text)
    #expect(address.brokers == brokers && address.topic == topic)
    #expect(address.partition == partition && address.partitions == partitions)
    #expect(address.name == "kafka://\(brokers)/\(topic)" + (partition.map { "/\($0)" } ?? ""))
  }

  @Test("of partitions keep the parameters, except the list")
  func partitions() throws {
    let address = try KafkaAddress(
      parsing:
        "kafka://a/t?partitions=0-3&config=k%20v.properties&security.protocol=ssl&expired=skip")
    #expect(address.configuration == "k v.properties" && address.skipsExpired)
    #expect(address.properties == [KafkaAddress.Property(name: "security.protocol", value: "ssl")])
    let url = address.url(ofPartition: 2)
    #expect(url == "kafka://a/t/2?config=k%20v.properties&security.protocol=ssl&expired=skip")
    #expect(try KafkaAddress(parsing: url).partition == 2)
    #expect(SourceAddress(url).description == "kafka://a/t/2" && !SourceAddress(url).hasSecrets)
  }

  @Test(
    "are refused when something is missing or secret, without repeating it",
    arguments: [
      "kafka://", "kafka://a", "kafka:///t", "kafka://a/", "kafka://a/t/", "kafka://a/t/x",
      "kafka://a/t/-1", "kafka://a/t/1/2", "kafka://a/t?partitions=", "kafka://a/t?partitions=2-1",
      "kafka://a/t?partitions=0-99999999999", "kafka://a/t/1?partitions=2", "kafka://a/t y",
      "kafka://name:geheim@a/t", "kafka://a/t?sasl.password=geheim",
      "kafka://a/t?ssl.key.pem=geheim",
      "kafka://a/t?sasl.oauthbearer.client.secret=geheim",
      "kafka://a/t?sasl.oauthbearer.assertion.private.key.passphrase=geheim",
      "kafka://a/t?expired=no",
      "kafka://a/t?unknown=1",
    ])
  func refused(text: String) {
    do throws(JSONError) {
      _ = try KafkaAddress(parsing: text)
      Issue.record("accepted \(text)")
    } catch {
      #expect(error.code == .io && !error.description.contains("geheim"), "\(error)")
    }
  }

  @Test("files of properties have comments, spaces and values with any characters")
  func properties() throws {
    let text = "# first\n\n security.protocol = sasl_ssl \r\nsasl.password=a=b#c\n"
    #expect(
      try KafkaProperties.parse(text, "file") == [
        KafkaAddress.Property(name: "security.protocol", value: "sasl_ssl"),
        KafkaAddress.Property(name: "sasl.password", value: "a=b#c"),
      ])
    for bad in ["geheim", "=geheim"] {
      #expect(throws: JSONError.self) { try KafkaProperties.parse(bad, "file") }
    }
  }
}
