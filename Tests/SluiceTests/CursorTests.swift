import Sluice
import Testing

@Test func readsNestedFields() throws {
  var reader = JSONReader()
  let (id, second, missing) = try reader.withDocument(
    #"{"user": {"id": 7, "tags": ["a", "b\n"]}}"#
  ) { root in
    let user = try root["user"]
    let tag = try user["tags"][1].string
    let none = try user[ifPresent: "nope"] == nil
    return (try user["id"].int, tag, none)
  }
  #expect(id == 7)
  #expect(second == "b\n")
  #expect(missing)
}
