import Sluice
import SluiceFeed
import SluiceImport
import SluiceSystem

/// An import's counts in Prometheus's text form, version 0.0.4.
struct MetricsText {
  typealias Label = (name: String, value: String)

  /// The target and the table.
  let labels: [Label]

  func text(_ state: ReportedState, lag: Int64?) -> String {
    var text = Families()
    text.add(
      "sluice_import_info", "gauge", "The tool's version and the import's target.",
      [([(name: "version", value: SluiceVersion.current)] + labels, 1)])
    text.add(
      "sluice_import_start_time_seconds", "gauge", "When the run began.", Double(state.begin))
    for word in ["running", "finished", "stopped", "failed"] {
      let isState = word == (state.end?.rawValue ?? "running")
      text.add(
        "sluice_import_state", "gauge", "1 for the state that the run is in.",
        [([(name: "state", value: word)], isState ? 1 : 0)])
    }
    text.add("sluice_import_commits_total", "counter", "Commits of the run.", Double(state.commits))
    if let time = state.lastCommit {
      text.add(
        "sluice_import_last_commit_timestamp_seconds", "gauge",
        "When rows and position were last committed.",
        Double(time))
    }
    let now = state.latest
    let counters: [(String, String, Int64)] = [
      (
        "records", "Records that were read: rows, rejects, filtered and empty ones.",
        now?.records ?? 0
      ),
      ("rows", "Rows that were stored.", now?.rows ?? 0),
      (
        "skipped_rows",
        "Rows that the target did not store: their keys were there, or a trigger decided so.",
        now?.skippedByTarget ?? 0
      ),
      ("filtered_records", "Records that the filter did not take.", now?.filtered ?? 0),
      ("empty_records", "Records without an element to make a row of.", now?.empty ?? 0),
      ("bytes", "Bytes of feeds that were read, decompressed and in UTF-8.", now?.bytes ?? 0),
    ]
    for (name, help, value) in counters {
      text.add("sluice_import_\(name)_total", "counter", help, Double(value))
    }
    text.add(
      "sluice_import_rejects_total", "counter", "Rejected records, by code and column.",
      (now?.rejectReasons ?? []).map { reason in
        (
          [(name: "code", value: reason.code), (name: "column", value: reason.column?.text ?? "")],
          Double(reason.count)
        )
      })
    text.add(
      "sluice_import_notes_total", "counter",
      "What should be known and is not an error, by kind: possible-loss, say.",
      state.notes.sorted { $0.key < $1.key }.map { ([(name: "kind", value: $0)], Double($1)) })
    text.add(
      "sluice_import_refused_sources", "gauge",
      "Sources that were not read because they have changed.", Double(state.refusedSources))
    if let lag {
      text.add(
        "sluice_import_lag_bytes", "gauge", "Bytes of the sources that are not committed yet.",
        Double(lag))
    }
    if let job = state.job {
      text.add(
        "sluice_import_job_rows", "gauge", "Rows of the job since it first ran, in all runs.",
        Double(job.rows))
      text.add(
        "sluice_import_job_rejects", "gauge", "Rejects of the job since it first ran, in all runs.",
        Double(job.rejects))
    }
    if let now {
      text.add(
        "sluice_import_sources", "gauge", "Sources of the import.", Double(now.sourceCount))
      text.add(
        "sluice_import_source_number", "gauge", "The number of the current source, from 1.",
        Double(now.sourceNumber))
      text.add(
        "sluice_import_source_offset_bytes", "gauge",
        "Bytes of the current source that are committed, including those of earlier runs.",
        Double(now.offset))
    }
    return text.text
  }

  /// Metrics with their help, each family once.
  private struct Families {
    var text = ""
    private var last = ""

    mutating func add(_ name: String, _ type: String, _ help: String, _ value: Double) {
      add(name, type, help, [([], value)])
    }

    mutating func add(
      _ name: String, _ type: String, _ help: String,
      _ samples: [(labels: [Label], value: Double)]
    ) {
      if name != last { text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n" }
      last = name
      for sample in samples {
        let labels = sample.labels.map { "\($0.name)=\"\(MetricsText.escaped($0.value))\"" }
        text += name + (labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}")
        text += " \(MetricsText.number(sample.value))\n"
      }
    }
  }

  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  private static func escaped(_ text: String) -> String {
    PrintableText.line(text).replacingBytes(of: "\\", with: "\\\\").replacingBytes(
      of: "\"", with: "\\\"")
  }
}
