import Sluice
import SluiceFeed

/// Refuses, before the first record, what no record of the feed can have.
extension RowSpecification {
  /// Throws ``ImportError`` where the exploded array is sought in another place than it is in: under the path that it
  /// has in the line or the document, and not in the record that is made of them.
  package func check(_ options: FeedOptions) throws(ImportError) {
    guard let exploded else { return }
    let steps = exploded.path.steps
    if options.lineForm.hasNoArray(at: steps) {
      throw ImportError(
        .badColumn,
        "can't explode \(exploded.path): the values of logfmt are strings, numbers, true and false,"
          + " never arrays")
    }
    // A JSON Pointer is taken at its word.
    guard exploded.path.isKeyPath else { return }
    if let outer = options.lineForm.pathOfArrayAround(steps) {
      let inside = options.lineForm.inside?.description ?? ""
      throw ImportError(
        .badColumn,
        "can't explode \(exploded.path) with the record inside \(inside): each line makes one record, of that"
          + " string, and the array around it is the record's \(ColumnPath.text(outer)); explode"
          + " that, or, for a field of the record itself, \(ColumnPath.pointer(steps.map(\.key)))")
    }
    if case .elements(let array) = options.framing, !array.steps.isEmpty,
      steps.begins(with: array.steps)
    {
      let rest = steps.dropFirst(array.steps.count).map(\.key)
      let advice =
        rest.isEmpty
        ? "explode nothing to make a row of each" : "explode \(ColumnPath.text(rest))"
      throw ImportError(
        .badColumn,
        "can't explode \(exploded.path) with the framing \(options.framing): the records are the elements of"
          + " \(array), where paths begin; \(advice), or, for a field of the element itself,"
          + " \(ColumnPath.pointer(steps.map(\.key)))")
    }
  }
}

extension ColumnPath {
  /// The path with these keys, as a key path where it can be one.
  fileprivate static func text(_ keys: [String]) -> String {
    let isPlain = keys.allSatisfy { key in
      !key.isEmpty
        && key.utf8.allSatisfy { ($0 | 0x20) &- 0x61 <= 25 || $0 &- 0x30 <= 9 || $0 == 0x5F }
    }
    return isPlain ? keys.joined(separator: ".") : pointer(keys)
  }

  fileprivate static func pointer(_ keys: [String]) -> String {
    JSONPointer(tokens: keys).description
  }
}
