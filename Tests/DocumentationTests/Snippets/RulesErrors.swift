import Foundation
import Sluice
import SluiceFeed
import SluiceRules
import Testing

@Suite("Snippets: SluiceRules, errors, dumps and feeds")
struct RulesErrorSnippets {
  struct Folder: Equatable {
    var name = ""
    var size: Int64 = 0
    var folders: [Folder]?
  }

  static let folderRule: StructRule<Folder> = {
    let rule = StructRule(ValueBox(Folder()))
      .expect("title", StringRule, \.name)
      .expect("size", Int64Rule, \.size)
    return rule.optional("folders", ArrayRule(itemRule: rule), \.folders)
  }()

  @Test("the parts of an error")
  func errors() throws {
    let folderRule = Self.folderRule
    let data = Data(
      #"{"title": "root", "size": 128, "folders": [{"title": "home", "size": "256 Error!"}]}"#.utf8)
    // example ErrorsOfRules.md: do {
    let error = try #require(throws: RuleError.self) { try folderRule.validateData(data) }
    #expect(error.path == "$.folders[0].size" && error.found == "256 Error!")
    #expect(error.expected == "Int64" && error.offset == 69)
    #expect(error.unwindStack().count == 5)
  }

  @Test("dumps")
  func dumps() throws {
    // example Dumping.md: let ruleForBoth = StructRule(ValueBox(Folder()))
    #expect(String(decoding: data, as: UTF8.self) == #"{"title":"a","meta":{"size":3}}"#)
  }

  @Test("a feed of folders")
  func feed() throws {
    let folderRule = Self.folderRule
    var feed = try JSONFeed(
      .bytes(
        Array("{\"title\": \"a\", \"size\": 1}\n{\"title\": 2}\n".utf8), name: "folders"))
    var folders: [Folder] = []
    var bad: [String] = []
    // example DocumentsAndFeeds.md: try feed.forEach(folderRule) { folder in
    #expect(folders == [Folder(name: "a", size: 1)])
    #expect(bad == ["line 2, byte 36"])
  }
}
