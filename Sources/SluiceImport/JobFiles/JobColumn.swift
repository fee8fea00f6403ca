import Sluice

/// A column as an object of a job file.
enum JobColumn {
  /// The word for a type, or the text of a nested one.
  private static let type = JobShape.either(
    .choice(ColumnType.scalars.map(\.description)),
    .pattern("^(list|struct|map)<", example: "list<int>") { text in
      ["list<", "struct<", "map<"].contains { text.utf8.starts(with: $0.utf8) }
    })

  static let shape = JobShape.object(
    JobObject(
      fields: [
        .init(key: "name", shape: .name, help: "the column's name in the target"),
        .init(
          key: "type", shape: type, help: "what it holds; given by \"from\" if that is there"),
        .init(
          key: "path", shape: .text(mayHoldNUL: true),
          help:
            "the path of its value in a record: actor.login, /labels/a.b, $, or a JSONPath; or several paths with"
            + " | between them, of which the first counts that leads to a value"),
        .init(
          key: "accepts", shape: .text(mayHoldNUL: false),
          help: "what it takes besides its type, such as text; see WhatColumnsAccept"),
        .init(key: "constant", shape: .anything, help: "its value in every row"),
        .init(
          key: "from", shape: .choice(ColumnOrigin.words.map(\.word)),
          help: "the feed's name, the record's place in it, its number, or the record itself"),
        .init(
          key: "required", shape: .bool,
          help: "whether to reject records in which it is missing or null"),
        .init(
          key: "default", shape: .anything, help: "the value to use where it is missing or null"),
        .init(
          key: "mismatch", shape: .choice(ColumnContract.Mismatch.allCases.map(\.rawValue)),
          help: "what to do with a value of another type"),
        .init(
          key: "transform", shape: .choice(ColumnTransform.allCases.map(\.rawValue)),
          help: "how to change the texts of a column of type text"),
      ],
      required: ["name"], oneOf: ["path", "constant", "from"],
      dependent: [
        ("path", "type"), ("constant", "type"), ("required", "path"), ("default", "path"),
        ("mismatch", "path"), ("transform", "path"), ("accepts", "path"),
      ]))

  /// Parses a value of that shape as a column.
  static func column(_ json: JSON, at place: String) throws(ImportError) -> ImportColumn {
    let name = ByteName(json["name"]?.string ?? "")
    var type: ColumnType?
    if let text = json["type"]?.string {
      type = try at("\(place).type") { () throws(ImportError) in try ColumnType(parsing: text) }
    }
    if let word = json["from"]?.string,
      let known = ColumnOrigin.words.first(where: { $0.word == word })
    {
      guard type == nil || type == known.type else {
        throw JobShape.fault(
          at: "\(place).type", "a column from \"\(word)\" is \(known.type)")
      }
      return try at(place) { () throws(ImportError) in
        try ImportColumn(name: name, type: known.type, origin: known.origin)
      }
    }
    guard let type else { throw JobShape.fault(at: place, "the key \"type\" is missing") }
    if let value = json["constant"] {
      let constant = try constant(value, type, at: "\(place).constant")
      return try at(place) { () throws(ImportError) in
        try ImportColumn(name: name, type: type, origin: .constant(constant))
      }
    }
    let paths = try at("\(place).path") { () throws(ImportError) in
      try ColumnPath.several(json["path"]?.string ?? "")
    }
    var contract = ColumnContract(isRequired: json["required"]?.bool ?? false)
    if let value = json["default"] {
      contract.standIn = try constant(value, type, at: "\(place).default")
    }
    if let word = json["mismatch"]?.string, let mismatch = ColumnContract.Mismatch(rawValue: word) {
      contract.mismatch = mismatch
    }
    if let word = json["transform"]?.string {
      guard type == .text else {
        throw JobShape.fault(
          at: "\(place).transform", "a transform is for columns of type text, found type \(type)")
      }
      contract.transform = ColumnTransform(rawValue: word)
    }
    var column = try at(place) { () throws(ImportError) in
      try ImportColumn(name: name, type: type, paths: paths, contract: contract)
    }
    if let words = json["accepts"]?.string {
      column.accepts = try at("\(place).accepts") { () throws(ImportError) in
        try ColumnLeniency(parsing: words, for: type)
      }
    }
    return column
  }

  static func json(_ column: ImportColumn) -> JSON {
    var object: JSONObject = ["name": .string(column.name.text)]
    switch column.origin {
    case .path:
      object["type"] = .string("\(column.type)")
      object["path"] = .string(column.pathText)
      if !column.accepts.isEmpty { object["accepts"] = .string("\(column.accepts)") }
    case .constant(let constant):
      object["type"] = .string("\(column.type)")
      object["constant"] = json(constant, column.type)
    default:
      let known = ColumnOrigin.words.first { $0.origin == column.origin }
      object["from"] = known.map { .string($0.word) }
    }
    if column.contract.isRequired { object["required"] = true }
    if let standIn = column.contract.standIn { object["default"] = json(standIn, column.type) }
    if column.contract.mismatch != .reject {
      object["mismatch"] = .string(column.contract.mismatch.rawValue)
    }
    object["transform"] = column.contract.transform.map { .string($0.rawValue) }
    return .object(object)
  }

  /// A value of the column's type. Types without a JSON counterpart (a day, a UUID) take a string.
  private static func constant(
    _ json: JSON, _ type: ColumnType, at place: String
  ) throws(ImportError) -> ColumnConstant {
    let text: String
    switch json {
    case _ where type == .json: text = json.description
    case .bool where type == .bool: text = json.description
    case .number(let number) where type.takesNumbers: text = number.shortened.description
    case .string(let string) where type == .text || type.isParsed: text = string
    default:
      throw JobShape.fault(
        at: place, "expected a value of type \(type), found \(JobShape.word(json))")
    }
    return try at(place) { () throws(ImportError) in try ColumnConstant(text, as: type) }
  }

  private static func json(_ constant: ColumnConstant, _ type: ColumnType) -> JSON {
    switch type.storage {
    case .integer, .real, .boolean, .json:
      // The text was read as JSON, so it parses.
      return (try? JSON(parsing: constant.text)) ?? .string(constant.text)
    // Decimals, too: a number would lose trailing zeros.
    case .text, .decimal, .date, .timestamp, .uuid, .blob, .nested: return .string(constant.text)
    }
  }

  /// Puts the place before the message of an error.
  static func at<R>(_ place: String, _ body: () throws(ImportError) -> R) throws(ImportError) -> R {
    do throws(ImportError) {
      return try body()
    } catch {
      throw ImportError(error.kind, "\(place): \(error.message)")
    }
  }
}
