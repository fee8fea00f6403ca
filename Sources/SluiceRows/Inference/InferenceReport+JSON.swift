public import Sluice

/// The report as JSON.
extension InferenceReport {
  /// The whole report as an object: `source`, `records`, …, `paths` with what was seen at each, and
  /// `columns`.
  public var json: JSON {
    var report = JSONObject()
    report["source"] = .string(source)
    report["framing"] = .string("\(framing)")
    report["records"] = JSON(records)
    report["bad_records"] = JSON(rejected)
    report["first_bad_records"] = .array(badRecords.map { .string($0) })
    report["complete"] = .bool(isComplete)
    report["places"] = JSON(places)
    report["duplicate_keys"] = JSON(duplicateKeys)
    report["unlisted_values"] = JSON(unlisted)
    var paths: [JSON] = []
    record.forEach { paths.append($0.json) }
    report["paths"] = .array(paths)
    report["columns"] = .array(columns.map(\.json))
    return .object(report)
  }
}

extension InferredValue {
  /// What was seen at this path, without the paths below it.
  fileprivate var json: JSON {
    var value = JSONObject()
    value["path"] = .string(path.description)
    value["type"] = .string(type.rawValue)
    value["count"] = JSON(kinds.count)
    value["missing"] = JSON(missing)
    var seen = JSONObject()
    for (name, count) in kinds.named where count > 0 { seen[name] = JSON(count) }
    value["kinds"] = .object(seen)
    if let format { value["format"] = .string(format.rawValue) }
    if distinct.count > 0 {
      value["distinct"] = JSON(distinct.count)
      if distinct.standardError > 0, let error = try? JSONNumber(distinct.standardError) {
        value["distinct_standard_error"] = .number(error)
      }
    }
    if let smallest { value["smallest"] = smallest }
    if let largest { value["largest"] = largest }
    if kinds.string > 0 { value["longest_string"] = JSON(longestText) }
    if kinds.array > 0 { value["longest_array"] = JSON(longestArray) }
    if !examples.isEmpty { value["examples"] = .array(examples) }
    if unlisted > 0 { value["unlisted_values"] = JSON(unlisted) }
    if isCut { value["too_deep"] = .bool(true) }
    return .object(value)
  }
}

extension InferredValue.Kinds {
  /// The counts, under the names that JSON Schema has for the kinds.
  var named: [(name: String, count: Int64)] {
    [
      ("null", null), ("boolean", bool), ("integer", integer), ("number", real),
      ("string", string), ("array", array), ("object", object),
    ]
  }
}

extension InferredColumn {
  fileprivate var json: JSON {
    var object = JSONObject()
    object["name"] = .string(column.name.text)
    object["type"] = .string("\(column.type)")
    object["path"] = .string(path.description)
    object["nullable"] = .bool(isNullable)
    let proposals = proposals
    if !proposals.isEmpty { object["proposals"] = .array(proposals.map(\.json)) }
    return .object(object)
  }
}

extension ColumnProposal {
  fileprivate var json: JSON {
    var object = JSONObject()
    object["type"] = .string("\(type)")
    if !accepts.isEmpty { object["accepts"] = .string(accepts) }
    object["rejected"] = JSON(rejected)
    return .object(object)
  }
}
