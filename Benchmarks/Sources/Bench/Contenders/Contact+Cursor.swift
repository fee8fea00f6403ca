import Sluice

extension Contact {
  /// The same by hand over cursors, converting only what needs it.
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    guard let id = try fields.value(named: "id"), let name = try fields.value(named: "name") else {
      throw Missing.field
    }
    self.init(id: try id.int, name: try name.string)
    if let value = try fields.value(named: "age") { age = Int(try value.string) }
    if let value = try fields.value(named: "rating") { rating = try value.double }
    if let value = try fields.value(named: "active") { isActive = try value.text == "y" }
    if let value = try fields.value(named: "email"), !value.isNull { email = try value.string }
    if let value = try fields.value(named: "tags") { tags = try value.array { try $0.string } }
    if let value = try fields.value(named: "level") {
      guard let known = Level(rawValue: try value.string) else { throw Missing.field }
      level = known
    }
  }
}
