import Sluice

/// The array whose elements become rows, and the columns that take their values from the elements.
///
/// A path leads to the elements when it names the array followed by `[]`, as `sluice infer` prints such
/// paths: `payload.commits[].sha`. So a path means the same wherever it is used, and a misspelt one is
/// found.
package struct ExplodedArray: Sendable {
  /// The array's path in the record.
  package let path: ColumnPath
  /// For each column the path from an element to its value; nil when the value is the record's.
  let elementPaths: [ColumnPath?]
  /// For each column the path from the record to its value; nil when the value is the element's, or has no
  /// path.
  let recordPaths: [ColumnPath?]

  /// Throws ``ImportError`` for `[]` anywhere but after the array.
  init(_ path: ColumnPath, columns: [ImportColumn]) throws(ImportError) {
    self.path = try ExplodedArray.plain(path)
    var (elementPaths, recordPaths): ([ColumnPath?], [ColumnPath?]) = ([], [])
    for column in columns {
      // Several paths begin at the record, and are followed by the plan itself. So does a JSONPath.
      let isChoice = !column.fallbacks.isEmpty
      if isChoice { try ExplodedArray.refuseElements(of: [column]) }
      guard let own = column.path, own.query == nil, !isChoice else {
        elementPaths.append(nil)
        recordPaths.append(isChoice ? nil : column.path)
        continue
      }
      let inner = ExplodedArray.path(own, below: self.path)
      if own.isKeyPath, (inner ?? own).steps.contains(where: ExplodedArray.isElements) {
        throw ImportError(
          .badColumn,
          "column '\(column)': [] stands for the elements of the array that is exploded, which is"
            + " \(self.path): expected \(self.path)[] at the path's beginning, or a path without []"
        )
      }
      elementPaths.append(inner)
      recordPaths.append(inner == nil ? own : nil)
    }
    self.elementPaths = elementPaths
    self.recordPaths = recordPaths
  }

  /// Throws ``ImportError`` for a column that refers to an array's elements without an exploded array.
  static func refuseElements(of columns: [ImportColumn]) throws(ImportError) {
    for column in columns {
      let own = column.paths.first { $0.isKeyPath && $0.steps.contains(where: isElements) }
      guard let path = own, let step = path.steps.firstIndex(where: isElements) else { continue }
      guard column.fallbacks.isEmpty else {
        throw ImportError(
          .badColumn,
          "column '\(column)': several paths begin at the record, and can't lead into the elements of an exploded array;"
            + " for a field of that name, write the path as \(JSONPointer(tokens: path.steps.map(\.key)))"
        )
      }
      let keys = path.steps[...step].map(\.key)
      let array = keys.joined(separator: ".").utf8.dropLast(2)
      throw ImportError(
        .badColumn,
        "column '\(column)': [] stands for the elements of the exploded array, and no array is exploded: explode"
          + " \(array.isEmpty ? "$" : String(array) ?? "$"), or, for a field of that name, write the path as"
          + " \(JSONPointer(tokens: path.steps.map(\.key)))")
    }
  }

  /// The path without an optional `[]` at its end.
  private static func plain(_ path: ColumnPath) throws(ImportError) -> ColumnPath {
    if path.query != nil {
      throw ImportError(
        .badColumn,
        "can't explode \(path): a JSONPath may select several arrays; expected a path such as"
          + " payload.commits")
    }
    var path = path
    if let last = path.steps.last, isElements(last) {
      let text = String(path.description.utf8.dropLast(2)) ?? ""
      path = try ColumnPath(parsing: text.isEmpty ? "$" : text)
    }
    guard !path.isKeyPath || !path.steps.contains(where: isElements) else {
      throw ImportError(
        .badColumn,
        "can't explode \(path): only one array can be exploded, and not one inside another")
    }
    return path
  }

  private static func isElements(_ step: PathStep) -> Bool {
    step.key.utf8.suffix(2).elementsEqual("[]".utf8)
  }

  /// The part of a path below the elements of the array at `array`; nil when it does not lead there.
  private static func path(_ path: ColumnPath, below array: ColumnPath) -> ColumnPath? {
    guard let last = array.steps.last else {
      guard let first = path.steps.first?.key.utf8,
        first.elementsEqual("[]".utf8) || first.elementsEqual("$[]".utf8)
      else { return nil }
      return path.dropping(1)
    }
    let count = array.steps.count
    guard path.steps.count >= count,
      zip(array.steps.dropLast(), path.steps).allSatisfy({
        $0.key.utf8.elementsEqual($1.key.utf8)
      }),
      path.steps[count - 1].key.utf8.elementsEqual("\(last.key)[]".utf8)
    else { return nil }
    return path.dropping(count)
  }

  /// The path of an element, for reports: `$.payload.commits[3]`.
  package func path(ofElement index: Int64) -> String {
    let keys = path.steps.map { step in
      step.key.utf8.allSatisfy { ($0 | 0x20) &- 0x61 <= 25 || $0 &- 0x30 <= 9 || $0 == 0x5F }
        ? ".\(step.key)" : "[\(JSON.string(step.key))]"
    }
    return "$\(keys.joined())[\(index)]"
  }
}
