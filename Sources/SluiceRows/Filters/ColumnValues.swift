import Sluice

/// Looks up the values at paths in records, as filters and tallies do. One thread uses it at a time.
package final class ColumnValues {
  private let finder: PathFinder
  private let count: Int

  package init(_ paths: [ColumnPath]) {
    finder = PathFinder(paths)
    count = paths.count
  }

  /// The JSON of each value; nil where there is none. Throws what is wrong with the record.
  package func json(in record: JSONCursor) throws(JSONError) -> [String?] {
    var texts: [String?] = []
    for path in 0..<count {
      let value = try finder.find(path, in: record.position)
      texts.append(
        try value.map { (value) throws(JSONError) in
          unsafe String(decoding: try value.checkedRawBytes(), as: UTF8.self)
        })
    }
    return texts
  }
}
