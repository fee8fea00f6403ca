import Foundation
import Results

/// A ratio that is to be reached: the reference's cost divided by ours.
struct Target {
  let name: String
  let bar: Double
  /// Pairs of a workload and the reference there, which is the fastest of its ways and builds:
  /// `WorkloadResult.references(named:)`.
  let parts: [(workload: String, reference: String)]
  /// How several parts are combined.
  var counts = Counts.geometricMean

  enum Counts { case geometricMean, worst }

  /// All targets, in printing order.
  static let all: [Target] = [
    Target("partial.simdjson", 0.95, "partial", "simdjson"),
    Target("partial.jsonserialization", 60, "partial", "jsonserialization"),
    Target("partial.jsondecoder", 20, "partial", "jsondecoder"),
    Target("small.simdjson", 1.0, "small", "simdjson"),
    Target("reader.fresh", 0.75, "reader.fresh", "reused"),
    Target("body.server.jsondecoder", 10, "body.server", "jsondecoder"),
    Target("feed.logs.simdjson", 1.0, "feed.logs", "simdjson"),
    Target("feed.logs.speculative", 1.3, "feed.logs", "simdjson"),
    Target("feed.logs.jsondecoder", 80, "feed.logs", "jsondecoder"),
    Target("feed.cold", 1.0, "feed.cold", "simdjson"),
    Target("feed.twocores", 1.8, "feed.twocores", "onecore"),
    Target("feed.gzip", 0.9, "feed.gzip", "isal"),
    Target("feed.zstd", 0.9, "feed.zstd", "libzstd"),
    Target("feed.xz", 0.9, "feed.xz", "alone"),
    Target("feed.bzip2", 0.9, "feed.bzip2", "alone"),
    Target("feed.lz4", 0.9, "feed.lz4", "alone"),
    Target("feed.damaged", 0.87, "feed.damaged", "clean"),
    Target("async.values", 0.65, "async.values", "foreach"),
    Target("async.chunks", 0.9, "async.chunks", "foreach"),
    Target("feed.events", 1.0, "feed.events", "simdjson"),
    Target("kinds.mixed", 1.0, "kinds.mixed", "simdjson"),
    Target("kinds.unseen", 0.9, "kinds.unseen", "simdjson"),
    Target("real.webhooks", 1.0, "real.webhooks", "simdjson"),
    Target("real.cellphones", 1.0, "real.cellphones", "simdjson"),
    Target("feed.full.dom", 1.6, "feed.full", "simdjson"),
    Target("feed.shapes.shuffled", 0.95, "feed.shapes.shuffled", "plain"),
    Target("feed.shuffled.simdjson", 1.0, "feed.shapes.shuffled", "simdjson"),
    Target(
      name: "check.full.dom", bar: 1.3,
      parts: CheckWorkload.documents.map { ("check.full.\($0)", "simdjson") }),
    Target(
      name: "document.open.dom", bar: 1.1,
      parts: CheckWorkload.documents.map { ("document.open.\($0)", "simdjson") }),
    Target(
      name: "document.copied.dom", bar: 0.85,
      parts: CheckWorkload.documents.map { ("document.copied.\($0)", "simdjson") }),
    Target("view.partial.cursor", 0.6, "view.partial", "cursor"),
    Target("view.partial.jsondecoder", 18, "view.partial", "jsondecoder"),
    Target("view.partial.full.jsondecoder", 10, "view.partial.full", "jsondecoder"),
    Target(
      // Not canada, some of whose doubles it reads wrong.
      name: "tree.parse.jsonserialization", bar: 25,
      parts: ["twitter", "citm_catalog"].map { ("tree.parse.\($0)", "jsonserialization") }),
    Target(
      name: "tree.parse.rapidjson", bar: 3,
      parts: CheckWorkload.documents.map { ("tree.parse.\($0)", "rapidjson") }),
    Target(
      name: "tree.visit.rapidjson", bar: 1.0,
      parts: CheckWorkload.documents.map { ("tree.visit.\($0)", "rapidjson") }),
    Target(
      name: "tokenizer.stage1", bar: 0.3,
      parts: TokenizerWorkload.documents.map { ("tokenizer.borrowed.\($0)", "stage1") }),
    Target(
      name: "tokenizer.rapidjson", bar: 2.5,
      parts: TokenizerWorkload.documents.map { ("tokenizer.decoded.\($0)", "rapidjson") }),
    Target(
      name: "tokenizer.yajl", bar: 8,
      parts: TokenizerWorkload.documents.map { ("tokenizer.decoded.\($0)", "yajl") }),
    Target(
      name: "select.csv.cpp", bar: 0.87,
      parts: ["select.csv.events", "select.csv.logs"].map { ($0, "cpp") }, counts: .worst),
    Target("select.full.events", 0.95, "select.full.events", "cpp"),
    Target("select.full.logs", 0.75, "select.full.logs", "cpp"),
    Target(
      name: "count.sum.cpp", bar: 0.87,
      parts: ["count.sum.events", "count.sum.logs"].map { ($0, "cpp") }, counts: .worst),
    Target(
      name: "query.check", bar: 0.5,
      parts: QueryWorkload.queries.map { ($0.name, "check") }, counts: .worst),
    Target("columns.events.cpp", 1.2, "columns.events", "cpp"),
    Target("columns.logs.cpp", 1.1, "columns.logs", "cpp"),
    Target("columns.events.full", 0.8, "columns.events.full", "cpp"),
    Target("columns.logs.full", 0.75, "columns.logs.full", "cpp"),
    Target(name: "columns.duckdb", bar: 2, parts: tables("duckdb"), counts: .worst),
    Target(name: "columns.polars", bar: 4, parts: tables("polars"), counts: .worst),
    Target(name: "columns.pyarrow", bar: 3, parts: tables("pyarrow"), counts: .worst),
    Target(name: "columns.spark", bar: 1.3, parts: tables("spark"), counts: .worst),
    Target("columns.threads", 0.92, "columns.threads", "onethread"),
    Target("columns.threads.wall", 1.7, "columns.threads.wall", "onethread"),
    Target("import.sqlite.cpp", 0.87, "import.sqlite", "cpp"),
    // At most 1.1 times as long as the slower of the two.
    Target("import.overlap", 0.91, "import.overlap", "alone"),
    Target("import.postgres.copy", 0.8, "import.postgres", "copy"),
    Target("rules.partial.cursor", 0.6, "rules.partial", "cursor"),
    Target("rules.partial.jsondecoder", 10, "rules.partial", "jsondecoder"),
    Target("rules.partial.jsonserialization", 40, "rules.partial", "jsonserialization"),
    Target("rules.feed.jsondecoder", 15, "rules.feed", "jsondecoder"),
    Target(
      name: "write.rapidjson", bar: 1.3,
      parts: CheckWorkload.documents.map { ("write.\($0)", "rapidjson") }),
    Target(
      name: "write.simdjson", bar: 1,
      parts: ["citm_catalog", "canada"].map { ("write.\($0)", "simdjson") }, counts: .worst),
    Target(
      name: "dump.rapidjson", bar: 2,
      parts: [("rules.dump", "rapidjson")]
        + CodableWorkload.documents.map { ("codable.encode.\($0)", "rapidjson") }),
    Target("typed.logs.cpp", 1, "typed.logs", "simdjson"),
    Target("rules.dump.jsonencoder", 2, "rules.dump", "jsonencoder"),
    Target("schema.any.jsondecoder", 4, "schema.any", "jsondecoder"),
    Target(
      name: "schema.typed.jsondecoder", bar: 6,
      parts: SchemaWorkload.documents.map { ("schema.typed.\($0)", "jsondecoder") },
      counts: .worst),
    Target(
      name: "schema.typed.rules", bar: 0.83,
      parts: SchemaWorkload.documents.map { ("schema.typed.\($0)", "rules") }, counts: .worst),
    Target("codable.twitter.jsondecoder", 5.5, "codable.twitter", "jsondecoder"),
    Target("codable.citm.jsondecoder", 6.5, "codable.citm", "jsondecoder"),
    Target("codable.canada.jsondecoder", 6, "codable.canada", "jsondecoder"),
    Target("codable.feed.jsondecoder", 9, "codable.feed", "jsondecoder"),
    Target("codable.partial.jsondecoder", 9, "codable.partial", "jsondecoder"),
    Target("codable.partial.accessed.jsondecoder", 15, "codable.partial.accessed", "jsondecoder"),
    Target("codable.keys.jsondecoder", 5, "codable.keys", "jsondecoder"),
    Target("codable.body.jsondecoder", 6, "codable.body", "jsondecoder"),
    Target(
      name: "codable.encode.jsonencoder", bar: 4,
      parts: CodableWorkload.documents.map { ("codable.encode.\($0)", "jsonencoder") }),
    Target("codable.encode.keys.jsonencoder", 5, "codable.encode.keys", "jsonencoder"),
    Target("search.jsonserialization", 10, "search.citm_catalog", "jsonserialization"),
    Target("edit.splice", 5, "edit.splice", "tree"),
    Target("convert.jsonserialization", 5, "convert", "jsonserialization"),
    Target(
      name: "reflection.jsonserialization", bar: 2,
      parts: ReflectionWorkload.names.map { ($0, "jsonserialization") }, counts: .worst),
  ]

  init(
    name: String, bar: Double, parts: [(workload: String, reference: String)],
    counts: Counts = .geometricMean
  ) {
    self.name = name
    self.bar = bar
    self.parts = parts
    self.counts = counts
  }

  /// Columns into an engine's table, against the engine's own reader.
  private static func tables(_ engine: String) -> [(workload: String, reference: String)] {
    ["events", "logs"].map { ("columns.\(engine).\($0)", engine) }
  }

  init(_ name: String, _ bar: Double, _ workload: String, _ reference: String) {
    self.init(name: name, bar: bar, parts: [(workload, reference)])
  }

  /// The ratio by a cost (median or best); nil when a part did not run or a contender failed.
  func ratio(in results: [WorkloadResult], by cost: (ContenderResult) -> Double) -> Double? {
    let ratios = partRatios(in: results, by: cost).compactMap(\.ratio)
    guard ratios.count == parts.count else { return nil }
    return switch counts {
    case .geometricMean: exp(ratios.reduce(0) { $0 + log($1) } / Double(ratios.count))
    case .worst: ratios.min()
    }
  }

  /// The ratio of each part.
  func partRatios(
    in results: [WorkloadResult], by cost: (ContenderResult) -> Double
  ) -> [(workload: String, ratio: Double?)] {
    parts.map { part in (part.workload, ratio(of: part, in: results, by: cost)) }
  }

  private func ratio(
    of part: (workload: String, reference: String), in results: [WorkloadResult],
    by cost: (ContenderResult) -> Double
  ) -> Double? {
    guard let result = results.first(where: { $0.workload == part.workload }),
      let ours = result["sluice"]
    else { return nil }
    let references = result.references(named: part.reference)
    // All must have run, because the fastest is not known otherwise.
    let costs = references.compactMap { result[$0.contender].map(cost) }
    guard costs.count == references.count, let reference = costs.min() else { return nil }
    return reference / cost(ours)
  }

  /// Its result.
  func result(in results: [WorkloadResult]) -> TargetResult {
    let used = results.filter { result in parts.contains { $0.workload == result.workload } }
    let rounds = used.flatMap(\.measurements).filter(\.counts).map(\.passes.count).min() ?? 0
    let ratio = ratio(in: used) { $0.median }
    let words = Target.words[name]
    return TargetResult(
      name: name, work: words?.work ?? "", against: words?.against ?? "", bar: bar, ratio: ratio,
      interval: ratio == nil
        ? nil
        : Bootstrap.interval(rounds: rounds) { rounds in
          self.ratio(in: used.map { $0.drawing(rounds) }) { $0.median }
        },
      ratioOfBests: self.ratio(in: used) { $0.best },
      parts: parts.count < 2
        ? []
        : partRatios(in: used) { $0.median }.map { .init(workload: $0, ratio: $1) })
  }
}
