import Sluice

extension JSONQuery {
  /// The names of the child segments that the query begins with, up to the first that may select several values:
  /// everything that it selects lies below them.
  package var leadingNames: [String] {
    var names: [String] = []
    for segment in segments {
      guard segment.kind == .step, case .name(let name) = segment.selectors[0] else { break }
      names.append(name)
    }
    return names
  }
}
