import Sluice
import SluiceImport
import SluiceSystem

/// A plan in a form for people.
struct PlanText: CustomStringConvertible {
  private let plan: ImportPlan
  private let isFiltered: Bool
  private let isExploded: Bool

  init(_ plan: ImportPlan, of file: ImportJobFile) {
    self.plan = plan
    isFiltered = file.options.filter != nil
    isExploded = file.options.explode != nil
  }

  var description: String {
    var text = "sources\n" + Figures.table(plan.sources.map(row)).indented
    text += Figures.refusals(plan.refusedSources).indented
    text += "\ntarget\n" + target.indented
    text += "\ncolumns\n" + Figures.table(plan.columns.map(row)).indented
    if !plan.rows.isEmpty {
      let heads = plan.columns.map { Figures.cut($0.name.text) }
      let rows = plan.rows.map { $0.map { $0.map { Figures.cut($0) } ?? "NULL" } }
      text += "\nfirst rows\n" + Figures.table([heads] + rows).indented
    }
    return text + sample
  }

  private func row(_ source: ImportPlan.Source) -> [String] {
    let size = source.size.map { "\(Figures.count($0, "byte"))" } ?? "no file"
    let state =
      switch source.beginning {
      case _ where source.isDone: "nothing new: all of it was imported before"
      case .fresh: "from its start"
      case .resumed(let offset):
        "from \(Figures.place(offset, in: source.name)), where an interrupted run had committed"
      case .continued(let offset):
        "what was appended after \(Figures.place(offset, in: source.name))"
      }
    return [Figures.cut(source.name), size, "\(source.framing)", state]
  }

  private func row(_ column: ImportColumn) -> [String] {
    // The value's origin and its contract: the rest of the description after this head.
    let head = "\(column.name):\(column.type)="
    let text = column.description
    let from =
      text.starts(withText: head)
      ? String(text.unicodeScalars.dropFirst(head.unicodeScalars.count))
      : "from " + column.origin.word
    return [Figures.cut(column.name.text), "\(column.type)", Figures.cut(from)]
  }

  private var target: String {
    let replacement =
      switch plan.replacement {
      case nil: ""
      case .begun: "the rows of these sources replace all others when they are complete\n"
      case .resumed:
        "resumes the replacement that was interrupted; its rows replace all others when they are complete\n"
      case .begunAnew(let reason):
        "begins the replacement anew, and discards what was gathered: \(PrintableText.line(reason))\n"
      }
    // Names in statements may be anything; what moves a cursor stays out of a terminal.
    let changes = plan.changes.map {
      "changed before the first row by\n\(PrintableText.line($0))\n"
    }
    return state + changes.joined() + Figures.notes(plan.notes) + replacement
  }

  private var state: String {
    let name = PrintableText.line(plan.target)
    return switch plan.state {
    case .new(let creation?): "\(name): made by\n\(creation)\n"
    case .new(nil): "\(name): made\n"
    case .fits: "\(name): is there, and takes these columns\n"
    case .unknown: "\(name)\n"
    }
  }

  private var sample: String {
    let sample = plan.sample
    let which = plan.isComplete && plan.stops == nil ? "all" : "the first"
    var text = "\nof \(which) \(Figures.count(sample.records, "record"))\n"
    var lines = "\(Figures.count(sample.rows, "row"))\n"
    if isFiltered { lines += "\(sample.filtered) filtered\n" }
    if isExploded { lines += "\(sample.empty) without elements\n" }
    lines += "\(Figures.count(sample.rejects, "reject"))\n"
    lines += Figures.details(sample)
    if let stops = plan.stops { lines += "\(stops)\n" }
    text += lines.indented
    return text
  }
}

extension String {
  /// Each line indented by two spaces.
  fileprivate var indented: String {
    // Iterates over scalars: a carriage return and a newline are one character to Swift, and two to a
    // terminal.
    unicodeScalars.split(separator: "\n").map { "  \(String($0))\n" }.joined()
  }
}
