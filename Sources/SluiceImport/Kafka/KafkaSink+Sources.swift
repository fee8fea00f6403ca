extension KafkaSink {
  public func knownSources() throws(ImportError) -> [KnownSource] {
    let progress = try KafkaProgressTopic(beside: address, waits)
    guard try progress.isThere() else { return [] }
    _ = try progress.read(waits: false)
    var known: [KnownSource] = []
    for source in progress.sources {
      guard let value = progress.message(of: source) else { continue }
      let found = try KafkaProgress(of: source, value, at: progress.place)
      known.append(KnownSource(source: source, checkpoint: found.checkpoint))
    }
    return known
  }
}
