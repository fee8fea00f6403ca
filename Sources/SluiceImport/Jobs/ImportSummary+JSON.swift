public import Sluice
import SluiceFeed

extension ImportSummary {
  /// The summary as an object for other programs: counts, reasons, columns and sources under the names that
  /// they have here. `seconds` is the duration of the run, by the caller's clock.
  public func json(seconds: Double) -> JSON {
    var object = JSONObject()
    object["records"] = JSON(records)
    object["rows"] = JSON(rows)
    object["row_records"] = JSON(rowRecords)
    object["skipped_by_target"] = JSON(skippedByTarget)
    object["filtered"] = JSON(filtered)
    object["empty"] = JSON(empty)
    object["rejects"] = JSON(rejects)
    object["reject_reasons"] = .array(
      rejectReasons.map { reason in
        var json: JSONObject = ["code": .string(reason.code)]
        if let column = reason.column { json["column"] = .string(column.text) }
        json["count"] = JSON(reason.count)
        json["example"] = .string(reason.example)
        return .object(json)
      })
    var columns = JSONObject()
    for (column, count) in nulled.sorted(by: { $0.key < $1.key }) {
      columns[column.text] = JSON(count)
    }
    object["nulled"] = .object(columns)
    object["accepted"] = JSON(accepted: accepted)
    object["refused_rows"] = JSON(refusedRows)
    var keys = JSONObject()
    for (path, count) in unknownKeys.sorted(by: { $0.key < $1.key }) {
      keys[path.text] = JSON(count)
    }
    object["unknown_keys"] = .object(keys)
    object["other_unknown_keys"] = JSON(otherUnknownKeys)
    object["total_records"] = JSON(totalRecords)
    object["total_rows"] = JSON(totalRows)
    object["total_rejects"] = JSON(totalRejects)
    object["total_skipped_by_target"] = JSON(totalSkippedByTarget)
    object["unreported_rejects"] = JSON(unreportedRejects)
    object["refused_sources"] = .array(
      refusedSources.map { .object(["name": .string($0.name), "message": .string($0.message)]) })
    object["stopped"] = .bool(isStopped)
    object["left_bytes"] = JSON(leftBytes)
    object["notes"] = .array(
      notes.map { .object(["kind": .string("\($0.kind)"), "message": .string($0.message)]) })
    object["sources"] = .array(sources.map(\.json))
    object["bytes"] = JSON(bytes)
    object["seconds"] = ImportSummary.number(seconds)
    object["megabytes_per_second"] = ImportSummary.number(Double(bytes) / 1e6 / max(seconds, 1e-9))
    return .object(object)
  }

  /// Rounds to a thousandth: a measurement is no more precise.
  package static func number(_ value: Double) -> JSON {
    (try? JSON((value * 1000).rounded() / 1000)) ?? .null
  }
}

extension ImportSummary.Source {
  fileprivate var json: JSON {
    var object: JSONObject = ["name": .string(name)]
    switch beginning {
    case .fresh:
      object["beginning"] = "fresh"
      object["offset"] = 0
    case .resumed(let offset):
      object["beginning"] = "resumed"
      object["offset"] = JSON(offset)
    case .continued(let offset):
      object["beginning"] = "continued"
      object["offset"] = JSON(offset)
    }
    object["bytes"] = JSON(bytes)
    if let left { object["left"] = left.json }
    return .object(object)
  }
}

extension ImportSummary.Left {
  fileprivate var json: JSON {
    switch self {
    case .record(let bytes): ["kind": "record", "bytes": JSON(bytes)]
    case .array(let bytes): ["kind": "array", "bytes": JSON(bytes)]
    case .noText(let bytes): ["kind": "no-text", "bytes": JSON(bytes)]
    case .member(let bytes, let offset):
      ["kind": "member", "bytes": JSON(bytes), "offset": JSON(offset)]
    case .rest(let bytes): ["kind": "rest", "bytes": JSON(bytes)]
    }
  }
}
