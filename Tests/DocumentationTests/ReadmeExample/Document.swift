import Sluice

/// README.md: "A document".
func readDocument() throws {
  let text = #"{"id": 9007199254740993, "user": {"login": "ann"}, "tags": ["a", "b"]}"#
  var reader = JSONReader()
  try reader.withDocument(text) { root in
    print(try root["id"].int, try root["user"]["login"].string)
    var tags = try root["tags"].elements
    while let tag = try tags.next() { print(try tag.string) }
  }
  do {
    try reader.withDocument(text) { root in print(try root["user"]["login"].int) }
  } catch { print(error) }
}
