import Sluice
import SluiceImport
import SluiceSystem

/// An import's progress as lines of JSON on standard error.
struct ProgressLog: ProgressReporter {
  func report(_ state: ReportedState) {
    guard let now = state.latest else { return }
    let seconds = MonotonicClock.seconds - state.beginning
    let rate = Double(now.bytes) / max(seconds, 1e-9)
    var line: JSONObject = [
      "source": .string(now.source), "source_number": JSON(now.sourceNumber),
      "source_count": JSON(now.sourceCount), "offset": JSON(now.offset),
    ]
    if let size = now.size { line["size"] = JSON(size) }
    // For all sources.
    if let size = now.totalSize {
      line["percent"] = ImportSummary.number(
        size == 0 ? 100 : min(Double(now.totalOffset) / Double(size), 1) * 100)
    }
    line["rows"] = JSON(now.rows)
    line["rejects"] = JSON(now.rejects)
    line["seconds"] = ImportSummary.number(seconds)
    line["megabytes_per_second"] = ImportSummary.number(rate / 1e6)
    if let size = now.totalSize, rate > 0 {
      line["seconds_left"] = ImportSummary.number(
        Double(max(size - now.totalOffset, 0)) / rate)
    }
    line["done"] = .bool(state.end != nil)
    StandardError.writeThrough(PrintableText.json("\(line)") + "\n")
  }
}
