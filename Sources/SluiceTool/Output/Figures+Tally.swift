import SluiceImport
import SluiceRows
import SluiceSystem

extension Figures {
  /// A line for the groups that are not shown; empty when all are.
  static func omitted(from result: TallyResult, shown: TallyResult) -> String {
    let rest = result.groups.dropFirst(shown.groups.count)
    guard !rest.isEmpty else { return "" }
    let records = rest.reduce(0) { $0 + $1.count }
    return "and \(count(Int64(rest.count), "more group")) of \(count(records, "record"))\n"
  }

  /// A line for each aggregate that is an estimate in some of the groups.
  static func estimates(of result: TallyResult, _ tally: Tally) -> String {
    tally.aggregates.enumerated().map { (place, aggregate) -> String in
      let errors = result.groups.compactMap { $0.sums[place].error(of: aggregate.kind) }
      guard let error = errors.max() else { return "" }
      let what =
        switch aggregate.kind {
        case .distinct: "with a standard error of \(Tally.percent(error))"
        default: "off by at most \(Tally.percent(error))"
        }
      return PrintableText.line("\(aggregate)")
        + ": estimated in \(count(Int64(errors.count), "group")), \(what)\n"
    }.joined()
  }
}
