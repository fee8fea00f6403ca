import Results
import SampleFeeds
import SluiceFeed

/// The values of the log feed by every way of calling, against `forEach`.
enum AsyncWorkload {
  /// `for await` over the values of a feed in memory.
  static func makeValues(_ settings: Settings) throws -> Workload {
    make("async.values") { [ValuesForEach($0), ValuesAwaited($0)] }
  }

  /// An asynchronous sequence of chunks.
  static func makeChunks(_ settings: Settings) throws -> Workload {
    make("async.chunks") {
      [
        ValuesForEach($0), ChunksSluice("sluice", $0),
        ChunksSluice("sluice.values", $0, awaited: true),
      ]
    }
  }

  private static func make(
    _ name: String, _ contenders: ([UInt8]) -> [any Contender]
  ) -> Workload {
    let bytes = Feeds.make(.logs, records: LogsWorkload.records)
    return Workload(
      name: name, input: InputReport("log feed", bytes, seed: Feeds.seed),
      records: LogsWorkload.records, recordName: "records", contenders: contenders(bytes))
  }
}
