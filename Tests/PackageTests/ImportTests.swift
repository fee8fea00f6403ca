// One file imports every module and uses a type of each: names must not stand in each other's way.
import Foundation
import Sluice
import SluiceFeed
import SluiceFoundation
import SluiceImport
import SluiceRules
import Testing

@Test("a client may import every module into one file")
func everyModule() throws {
  var reader = JSONReader(checking: .full)
  let id = try reader.withDocument("{\"id\": 7}") { root in try root["id"].int }
  #expect(id == 7)
  let uuid = try reader.withDocument("\"6F9619FF-8B86-D011-B42D-00CF4FC964FF\"") { root in
    try root.uuid
  }
  #expect(uuid.uuidString == "6F9619FF-8B86-D011-B42D-00CF4FC964FF")
  #expect(try ImportColumn(parsing: "id:int=id").type == ColumnType.int)
  let sample = SampleFeed(shape: .logs, seed: 1)
  #expect(String(describing: sample).isEmpty == false)
  let rule = StructRule(ref("")).expect("name" / "first", StringRule) { $0.value = $1 }
  #expect(try rule.validateData(#"{"name": {"first": "Ada"}}"#) == "Ada")
  let decoder = JSONDecoder()
  #expect(try decoder.decode([Int].self, from: Data("[1]".utf8)) == [1])
}
