// Bender's README: with main actor isolation by default, classes and enums for rules say `nonisolated`.
import Foundation
import Sluice
import SluiceRules

nonisolated class Folder {
  var name: String!
  var size: Int64!
  var folders: [Folder]?
}

struct File {
  var name = ""
  var size: Int64 = 0
}

nonisolated enum Severity { case normal, urgent }

let severityRule = EnumRule<Severity>().option("normal", .normal).option("urgent", .urgent)

let folderRule: ClassRule<Folder> = {
  let rule = ClassRule(Folder())
    .expect("title", StringRule, { $0.name = $1 }) { $0.name }
    .expect("size", Int64Rule, { $0.size = $1 }) { $0.size }
  rule.optional("folders", ArrayRule(itemRule: rule), { $0.folders = $1 }) { $0.folders }
  return rule
}()

let fileRule = StructRule(ref(File()))
  .expect("name", StringRule, { $0.value.name = $1 }) { $0.name }
  .expect("meta" / "size", Int64Rule, { $0.value.size = $1 }) { $0.size }

struct UpperRule: Rule {
  typealias V = String
  func validate(_ json: JSONCursor) throws -> String {
    try StringRule.validate(json).uppercased()
  }
  func dump(_ value: String) throws -> JSON { try StringRule.dump(value.lowercased()) }
}

let personRule = MakeRule<File> { fields in
  let name = fields.expect("name", UpperRule()) { $0.name }
  let size = fields.expect("size", Int64Rule) { $0.size }
  return { File(name: $0[name], size: $0[size]) }
}

func load(_ data: Data) throws -> Folder {
  do {
    return try folderRule.validateData(data)
  } catch let error as RuleError {
    print(error.unwindStack())
    throw error
  }
}
func save(_ folder: Folder) throws -> Data { try folderRule.dumpData(folder) }

#if BAD
  class Album { var name = "" }

  let albumRule = ClassRule(Album()).expect("name", StringRule) { $0.name = $1 }
#endif
