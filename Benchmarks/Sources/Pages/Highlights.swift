import Results

/// The ten results that the README shows, in a table and as a picture: the largest gains, the jobs
/// that most programs have, and every kind of work in which simdjson itself is faster.
struct Highlights {
  /// A target, in words that need no other row.
  struct Row {
    let work: String
    let against: String
    let ratio: Double?
    let others: [Double?]
  }

  private static let chosen: [(target: String, work: String, against: String)] = [
    ("partial.jsonserialization", "seven fields of a timeline's statuses", "JSONSerialization"),
    ("partial.jsondecoder", "the same seven fields", "JSONDecoder"),
    ("partial.simdjson", "the same seven fields", "C++ simdjson On-Demand"),
    ("feed.logs.jsondecoder", "six fields of each line of a log", "JSONDecoder"),
    ("feed.logs.simdjson", "the same six fields", "C++ simdjson, its fastest way"),
    ("schema.typed.jsondecoder", "a whole document into structs, by a schema", "JSONDecoder"),
    ("rules.dump.jsonencoder", "a document written from structs, by a rule", "JSONEncoder"),
    ("small.simdjson", "five fields of a request body of 1 KB", "C++ simdjson On-Demand"),
    ("check.full.dom", "three documents checked as a whole", "C++ simdjson's DOM"),
    ("import.sqlite.cpp", "a feed into SQLite, eight columns", "a C++ program over simdjson"),
  ]

  let report: Report
  let rows: [Row]

  /// Throws if the report has no target of a chosen name.
  init(_ report: Report) throws {
    self.report = report
    rows = try Highlights.chosen.map { name, work, against in
      guard let target = report.targets.first(where: { $0.name == name }) else {
        throw Refusal(description: "the report has no target \(name): run all of scripts/bench")
      }
      return Row(
        work: work, against: against, ratio: target.ratio,
        others: report.otherRatios(ofTarget: name).map(\.ratio))
    }
  }

  /// The rows as Markdown. A ratio below 1, where the other is faster, is bold.
  var table: String {
    var text = "| work | against | ratio |" + report.kernels.map { " `\($0)` |" }.joined() + "\n"
    text += "|---|---|---:|" + report.kernels.map { _ in "---:|" }.joined() + "\n"
    for row in rows {
      text += "| \(row.work) | \(row.against) |"
      for ratio in [row.ratio] + row.others { text += " \(Highlights.cell(ratio)) |" }
      text += "\n"
    }
    return text + "\n" + report.machine.measured + "\n"
  }

  private static func cell(_ ratio: Double?) -> String {
    guard let ratio else { return "not run" }
    return ratio < 1 ? "**\(Figures.ratio(ratio))**" : Figures.ratio(ratio)
  }
}
