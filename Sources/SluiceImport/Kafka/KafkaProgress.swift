import Sluice

/// What the last commit of a source in a topic has left: the value of a message, as JSON. Its key names the topic and
/// the source, so that compaction keeps the last one of each.
struct KafkaProgress {
  let source: ByteName
  let columns: ByteName
  let checkpoint: Checkpoint
  /// Where a row of the source was stored: a topic that ends before it is another one. Nil: no row was stored yet.
  let place: MessagePlace?
  /// The topic's id; nil: brokers or librdkafka did not tell it.
  let topicID: String?

  struct MessagePlace: Hashable {
    let partition: Int32
    let offset: Int64
  }

  private static let mode = WriteMode.append.word

  static func key(_ target: String, _ source: ByteName) throws(JSONError) -> [UInt8] {
    try JSON.object(["target": .string(target), "source": .string(source.text)]).serialized()
  }

  var value: [UInt8] {
    get throws(JSONError) {
      var object: JSONObject = [
        "sluice": "progress", "version": JSON(ProgressFormat.version),
        "columns": .string(columns.text),
        "mode": .string(KafkaProgress.mode), "checkpoint": try checkpoint.json,
      ]
      if let place {
        object["partition"] = JSON(Int64(place.partition))
        object["offset"] = JSON(place.offset)
      }
      if let topicID { object["topic_id"] = .string(topicID) }
      return try JSON.object(object).serialized()
    }
  }

  /// The target and the source of a key; nil: it is not one.
  static func names(in key: [UInt8]) -> (target: String, source: ByteName)? {
    guard let json = json(key), let target = json["target"]?.string,
      let source = json["source"]?.string
    else { return nil }
    return (target, ByteName(source))
  }

  /// Throws for a value that a newer release has written, or that is not one. `place`: the topic, for messages.
  init(of source: ByteName, _ value: [UInt8], at place: String) throws(ImportError) {
    let json = KafkaProgress.json(value)
    if let version = json?["version"]?.int64 { try ProgressFormat.check(version, at: place) }
    guard let json, json["sluice"]?.string == "progress", let columns = json["columns"]?.string,
      let checkpoint = json["checkpoint"].flatMap({ Checkpoint($0) })
    else {
      throw ImportError(
        .conflict,
        "\(place) holds no progress of \(source) that this version can read. Import into another topic"
      )
    }
    (self.source, self.columns, self.checkpoint) = (source, ByteName(columns), checkpoint)
    topicID = json["topic_id"]?.string
    if let partition = json["partition"]?.int64.flatMap({ Int32(exactly: $0) }),
      let offset = json["offset"]?.int64
    {
      self.place = MessagePlace(partition: partition, offset: offset)
    } else {
      self.place = nil
    }
  }

  init(of job: JobIdentity, _ checkpoint: Checkpoint, _ place: MessagePlace?, topicID: String?) {
    (source, columns) = (job.source, job.columns)
    (self.checkpoint, self.place, self.topicID) = (checkpoint, place, topicID)
  }

  private static func json(_ bytes: [UInt8]) -> JSON? {
    try? JSON(parsing: String(decoding: bytes, as: UTF8.self))
  }
}
