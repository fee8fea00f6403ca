import Sluice
import SluiceFeed
import SluiceTokenizer
import TestSupport
import Testing

@Suite("Snippets: the tokenizer")
struct TokenizerSnippets {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      #"{"total": 2, "items": [{"id": 7}, {"id": 8.5e1}]}"#, to: "items.json")
  }

  @Test("a file is read token by token")
  func reading() throws {
    var sum = 0.0
    // example SluiceTokenizer.md 1: var tokenizer = try JSONTokenizer(.file(path))
    #expect(sum == 94)
  }

  @Test("chunks are fed as they come")
  func feeding() throws {
    let chunks = [Array(#"{"a": [tr"#.utf8), Array("ue, 1".utf8), Array("2]}".utf8)]
    var kinds: [JSONToken.Kind] = []
    // example SluiceTokenizer.md: var tokenizer = try JSONTokenizer()
    #expect(kinds == [.beginObject, .key, .beginArray, .true, .number, .endArray, .endObject])
  }

  @Test("elements of an array are read one by one")
  func elements() throws {
    var ids: [Int] = []
    // example SluiceTokenizer.md 2: var tokenizer = try JSONTokenizer(.file(path))
    #expect(ids == [7, 85])
  }

  @Test("the value after a key is borrowed as a whole")
  func values() throws {
    var total: Int?
    // example SluiceTokenizer.md 3: var tokenizer = try JSONTokenizer(.file(path))
    #expect(total == 2)
  }
}
