import Sluice
import SluiceArrow
import SluiceRows

/// The options of a stream, from JSON.
struct ScanOptions {
  var columns = ColumnOptions()
  /// The columns that are wanted, in their order; nil: all.
  var names: [ByteName]?

  private enum Key: String, CaseIterable {
    case strings, batchRows = "batch_rows", batchBytes = "batch_bytes",
      leastViewedShare = "least_viewed_share", columns, decimals

    /// Those of rejects, which have no columns to choose, and whose texts are copied.
    static let ofRejects: [Key] = [.strings, .batchRows, .batchBytes]
  }

  /// `forRejects`: only what their stream takes.
  init(_ text: String?, forRejects: Bool = false) throws(ScanError) {
    guard let text else { return }
    for (key, value) in try ScanOptions.object(text) {
      let place = "$.\(key)"
      let keys = forRejects ? Key.ofRejects : Key.allCases
      guard let known = Key(rawValue: key), keys.contains(known) else {
        throw .badOptions(
          "\(place): expected one of \(keys.map(\.rawValue).joined(separator: ", "))")
      }
      switch known {
      case .strings:
        guard let word = value.string, let strings = ColumnOptions.Strings(rawValue: word) else {
          let words = ColumnOptions.Strings.allCases.map(\.rawValue).joined(separator: ", ")
          throw .badOptions("\(place): expected one of \(words), found \(value)")
        }
        columns.strings = strings
      case .batchRows: columns.batchRows = try ScanOptions.count(value, place)
      case .batchBytes: columns.batchBytes = try ScanOptions.count(value, place)
      case .leastViewedShare: columns.leastViewedShare = try ScanOptions.share(value, place)
      case .columns: names = try ScanOptions.names(value, place)
      case .decimals: try readDecimals(value, place)
      }
    }
  }

  /// A JSON object without duplicate keys.
  static func object(_ text: String) throws(ScanError) -> JSONObject {
    let json: JSON
    do {
      json = try JSON(
        parsing: text, options: JSONOptions(checking: .full, duplicateKeys: .reject))
    } catch {
      throw .badOptions("the options: \(error)")
    }
    guard let object = json.object else {
      throw .badOptions("the options: expected an object, found \(json)")
    }
    return object
  }

  private static func count(_ value: JSON, _ place: String) throws(ScanError) -> Int {
    guard let count = value.int, (1...Int(Int32.max)).contains(count) else {
      throw .badOptions("\(place): expected a number from 1 to \(Int32.max), found \(value)")
    }
    return count
  }

  private static func share(_ value: JSON, _ place: String) throws(ScanError) -> Double {
    guard let share = value.double, share >= 0, share.isFinite else {
      throw .badOptions("\(place): expected a number from 0, found \(value)")
    }
    return share
  }

  private static func names(_ value: JSON, _ place: String) throws(ScanError) -> [ByteName] {
    let names = (value.array ?? []).compactMap(\.string).map { ByteName($0) }
    guard !names.isEmpty, names.count == value.array?.count, Set(names).count == names.count else {
      throw .badOptions("\(place): expected a list of different names, found \(value)")
    }
    return names
  }

  private mutating func readDecimals(_ value: JSON, _ place: String) throws(ScanError) {
    guard let object = value.object else {
      throw .badOptions("\(place): expected an object, found \(value)")
    }
    for (key, value) in object {
      let name = ByteName(key)
      guard let numbers = value.array, numbers.count == 2, let precision = numbers[0].int,
        let scale = numbers[1].int
      else {
        throw .badOptions("\(place).\(name): expected [precision, scale], found \(value)")
      }
      do throws(ImportError) {
        let form = try DecimalForm(precision: precision, scale: scale)
        if name == "*" { columns.otherDecimals = form } else { columns.decimals[name] = form }
      } catch {
        throw .badOptions("\(place).\(name): \(error.message)")
      }
    }
  }

  /// The columns of a job that are wanted.
  func choice(of all: [ImportColumn]) throws(ScanError) -> [ImportColumn] {
    for name in columns.decimals.keys {
      guard let column = all.first(where: { $0.name == name }), column.type.holds(.decimal)
      else {
        throw .badOptions("$.decimals: the job has no column \"\(name)\" of type decimal")
      }
    }
    guard let names else { return all }
    var chosen: [ImportColumn] = []
    for name in names {
      guard let column = all.first(where: { $0.name == name }) else {
        let known = all.map(\.name.text).joined(separator: ", ")
        throw .badOptions("$.columns: expected columns of the job (\(known)), found \"\(name)\"")
      }
      chosen.append(column)
    }
    return chosen
  }
}
