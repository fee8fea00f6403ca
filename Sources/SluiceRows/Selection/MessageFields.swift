import Sluice
import SluiceFeed

/// Whether readers ask for the field `kafka` of messages: it is only made for those that do.
extension ColumnPath {
  /// Whether the value may be the field, a part of it, or something around it.
  var mayBeOfMessageFields: Bool {
    guard let first = steps.first else { return true }
    return first.key == "kafka"
  }
}

extension RowSpecification {
  package var mayNeedMessageFields: Bool {
    guard rows == nil, unknownKeys == .ignore else { return true }
    let paths =
      columns.flatMap(\.paths) + (filter?.paths ?? []) + [exploded?.path].compactMap { $0 }
    return paths.contains(where: \.mayBeOfMessageFields)
  }
}

extension Tally {
  var mayNeedMessageFields: Bool {
    let paths = groupings + aggregates.map(\.path) + (filter?.paths ?? [])
    return paths.contains(where: \.mayBeOfMessageFields)
  }
}
