// One file imports every module and uses a type of each: their names must not conflict.
import Foundation
import Sluice
import SluiceCodable
import SluiceConvert
import SluiceDerivation
import SluiceEditing
import SluiceFeed
import SluiceFoundation
import SluiceImport
import SluiceQueries
import SluiceReflection
import SluiceRules
import SluiceSchema
import SluiceSearch
import SluiceTokenizer
import Testing

@Test("a client can import every module into one file")
func everyModule() throws {
  var reader = JSONReader(checking: .full)
  let id = try reader.withDocument("{\"id\": 7}") { root in try root["id"].int }
  #expect(id == 7)
  let uuid = try reader.withDocument("\"6F9619FF-8B86-D011-B42D-00CF4FC964FF\"") { root in
    try root.uuid
  }
  #expect(uuid.uuidString == "6F9619FF-8B86-D011-B42D-00CF4FC964FF")
  #expect(try ImportColumn(parsing: "id:int=id").type == ColumnType.int)
  #expect(try IntRule.validateData("7") == 7)
  let schema = Schema { $0.addProperty(keyPath: "id", type: .int) }
  #expect(try schema.decode("{\"id\": 7}").value("id") == 7)
  let search = Search(Int.self) { fields in
    let id = fields.mandatory("id", .int)
    return { $0[id] }
  }
  #expect(try search.parseAll("[{\"id\": 7}]") == [7])
  let json: JSON = ["id": "7"]
  #expect(json["id"]?.int == nil && json["id"]?.asInt() == 7)
  #expect(try JSONQuery("$.id").first(in: JSONDocument(json).root)?.string == "7")
  #expect(json.merging(["id": 7])["id"] == 7)
  var tokenizer = try JSONTokenizer(.bytes(Array("7".utf8), name: "seven"))
  #expect(try tokenizer.next() == .number)
  var count = 0
  count <-- "7"
  #expect(count == 7)
  struct Record: JSONCreatable { var id = 0 }
  let record: Record = try JSONDeserializer().deserialize(Data("{\"id\": 7}".utf8))
  #expect(record.id == 7)
  var feed = try JSONFeed(.bytes(Array("7\n8\n".utf8), name: "numbers"))
  var sum = 0
  try feed.forEach { sum += try $0.cursor.int }
  #expect(sum == 15)
  // Swift's own protocols, which SluiceElevateNames would shadow.
  struct Item: Decodable, Encodable { let id: Int }
  let item = try JSONDecoder().decode(Item.self, from: Data("{\"id\": 7}".utf8))
  #expect(item.id == 7)
  #expect(try SluiceDecoder().decode(Item.self, from: Data("{\"id\": 7}".utf8)).id == 7)
  #expect(try [ImportColumn](decoding: Item.self).map(\.name) == ["id"])
  let decoder = JSONDecoder()
  #expect(try decoder.decode([Int].self, from: Data("[1]".utf8)) == [1])
}
