import Sluice
import SluiceQueries

/// The columns whose values JSONPaths select, or that have several paths.
extension ColumnPlan {
  /// Reads their values, after those of the plain paths. Makes no values of what the queries pass over.
  @inline(never)
  func readQueries(_ root: JSONPosition) throws(JSONError) {
    for (column, query) in queries {
      failedColumn = Int32(column)
      unsafe values[column] = .null
      do throws(JSONError) {
        unsafe values[column] = try value(of: query, in: root, for: column)
      } catch {
        guard terms.nulls(Int32(column), error) else { throw error }
      }
    }
    for (column, paths) in choices { try choose(paths, in: root, for: column) }
  }

  /// Reads the first value that is there, and not null.
  private func choose(
    _ paths: Range<Int>, in root: JSONPosition, for column: Int
  ) throws(JSONError) {
    failedColumn = Int32(column)
    unsafe values[column] = .null
    for path in paths {
      guard let found = try finder.find(path, in: root), !found.isNull else { continue }
      do throws(JSONError) {
        unsafe values[column] = try value(found, for: column)
      } catch {
        try null(Int32(column), error, found)
      }
      if path > paths.lowerBound { terms.notes.insert(NoteSet(.path), column) }
      return
    }
  }

  /// An array of all that the query selects for a column of type json; for any other, and for a query that
  /// can't select several values, the only one, or NULL.
  private func value(
    of query: JSONQuery, in root: JSONPosition, for column: Int
  ) throws(JSONError) -> ImportValue {
    if unsafe types[column] == .json, !query.isSingular { return try all(query, in: root) }
    return try query.only(in: root).map { (found) throws(JSONError) in
      do throws(JSONError) {
        return try value(found, for: column)
      } catch {
        throw error.orFault(of: found)
      }
    } ?? .null
  }

  private func all(_ query: JSONQuery, in root: JSONPosition) throws(JSONError) -> ImportValue {
    var text: [UInt8] = []
    swap(&text, &matches)
    defer { swap(&text, &matches) }
    text.removeAll(keepingCapacity: true)
    text.append(UInt8(ascii: "["))
    var found = query.matches(in: JSONCursor(unchecked: root))
    while let value = try found.next() {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      unsafe text.append(contentsOf: try value.position.checkedRawBytes())
    }
    text.append(UInt8(ascii: "]"))
    return unsafe text.withUnsafeBufferPointer { unsafe .json(scratch.copied($0)) }
  }
}
