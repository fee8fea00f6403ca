import DocumentTestSupport
import Foundation
import Sluice
import TestSupport
import Testing

/// A view and a cursor read every document alike: values, and errors with their places.
struct ViewAgreementTests {
  /// What reading gave, so that two readings can be compared. Errors that have not left their document count from
  /// after its byte order mark, of `mark` bytes.
  private enum Outcome<T: Equatable>: Equatable {
    case value(T)
    case error(JSONError.Code, Int, JSONError.Expectation, String?)

    init(mark: Int = 0, _ body: () throws -> T) {
      do {
        self = .value(try body())
      } catch let error as JSONError {
        self = .error(error.code, error.offset + mark, error.expectation, error.name)
      } catch {
        Issue.record(error)
        self = .error(.io, -1, .nothing, nil)
      }
    }
  }

  private func same<T: Equatable>(
    _ mark: Int, _ cursor: () throws -> T, _ view: () throws -> T, line: Int = #line
  ) {
    let (one, other) = (Outcome(mark: mark, cursor), Outcome(view))
    if one != other {
      Issue.record("line \(line): the cursor says \(one), the view says \(other)")
    }
  }

  /// Compares all values of a document, at most `limit`. Returns how many there were.
  private func compare(_ root: JSONCursor, _ view: JSONView, limit: Int) -> Int {
    var compared = 0
    compareValue(root, view, &compared, limit)
    return compared
  }

  private func compareValue(
    _ cursor: JSONCursor, _ view: JSONView, _ compared: inout Int, _ limit: Int
  ) {
    compared += 1
    guard compared <= limit else { return }
    let mark = mark(of: view)
    same(mark, { try cursor.kind }, { try view.kind })
    same(mark, { cursor.isNull }, { view.isNull })
    same(mark, { cursor.offset }, { view.offset })
    same(mark, { try cursor.count }, { try view.count })
    same(mark, { try cursor.bool }, { try view.bool })
    same(mark, { try cursor.int }, { try view.int })
    same(mark, { try cursor.int8 }, { try view.int8 })
    same(mark, { try cursor.int16 }, { try view.int16 })
    same(mark, { try cursor.int32 }, { try view.int32 })
    same(mark, { try cursor.int64 }, { try view.int64 })
    same(mark, { try cursor.uint }, { try view.uint })
    same(mark, { try cursor.uint8 }, { try view.uint8 })
    same(mark, { try cursor.uint16 }, { try view.uint16 })
    same(mark, { try cursor.uint32 }, { try view.uint32 })
    same(mark, { try cursor.uint64 }, { try view.uint64 })
    same(mark, { try cursor.double }, { try view.double })
    same(mark, { try cursor.float }, { try view.float })
    same(mark, { try cursor.number }, { try view.number })
    same(mark, { try cursor.string }, { try view.string })
    same(
      mark, { try unsafe cursor.text.withUTF8 { unsafe Array($0) } },
      { try unsafe view.withUTF8 { unsafe Array($0) } })
    same(mark, { try cursor.rawBytes }, { try view.rawBytes })
    same(mark, { try cursor[0].offset }, { try view[0].offset })
    same(mark, { try cursor["id"].offset }, { try view["id"].offset })
    same(mark, { try cursor[ifPresent: 1]?.offset }, { try view[ifPresent: 1]?.offset })
    switch try? view.kind {
    case .array?: compareElements(cursor, view, &compared, limit)
    case .object?: compareFields(cursor, view, &compared, limit)
    default: break
    }
  }

  private func mark(of view: JSONView) -> Int {
    unsafe view.document.withBytes { unsafe $0.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
  }

  private func compareElements(
    _ cursor: JSONCursor, _ view: JSONView, _ compared: inout Int, _ limit: Int
  ) {
    guard let all = try? view.elements else {
      same(mark(of: view), { try count(cursor.elements) }, { try view.elements.count })
      return
    }
    var places = all.startIndex
    do {
      var elements = try cursor.elements
      while let element = try elements.next() {
        compareValue(element, all[places], &compared, limit)
        places = all.index(after: places)
      }
      #expect(places == all.endIndex)
    } catch {
      Issue.record("the view has elements, the cursor says \(error)")
    }
  }

  private func compareFields(
    _ cursor: JSONCursor, _ view: JSONView, _ compared: inout Int, _ limit: Int
  ) {
    guard let all = try? view.fields else {
      same(mark(of: view), { try count(cursor.fields) }, { try view.fields.count })
      return
    }
    var rest = all.makeIterator()
    do {
      var fields = try cursor.fields
      while let field = try fields.next(), let (key, value) = rest.next() {
        let mark = mark(of: view)
        same(mark, { try field.key.string }, { key })
        same(mark, { try cursor[key].offset }, { try view[key].offset })
        same(mark, { try cursor[ifPresent: key]?.offset }, { try view[ifPresent: key]?.offset })
        compareValue(field.value, value, &compared, limit)
      }
      #expect(rest.next() == nil)
    } catch {
      Issue.record("the view has fields, the cursor says \(error)")
    }
  }

  private func count(_ elements: consuming JSONElements) throws -> Int {
    var count = 0
    while let element = try elements.next() {
      try refuseMissingValue(element)
      count += 1
    }
    return count
  }

  private func count(_ fields: consuming JSONFields) throws -> Int {
    var count = 0
    while let field = try fields.next() {
      _ = try field.key.utf8Count
      try refuseMissingValue(field.value)
      count += 1
    }
    return count
  }

  /// Cursors find a missing value when it is read, as in `[1,]`; collections of views before they begin.
  private func refuseMissingValue(_ value: JSONCursor) throws {
    let position = value.position
    if position.byte == 0x5D || position.byte == 0x7D {
      throw position.unexpected(position.token, .value)
    }
  }

  @Test("on every document of the corpus, checked and unchecked")
  func corpus() throws {
    guard let corpus = TestCorpus.path else {
      print("skipped: SLUICE_CORPUS is not set")
      return
    }
    var (opened, refused, values) = (0, 0, 0)
    for folder in ["JSONTestSuite", "documents", "nativejson-benchmark", "octokit-webhooks"] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: "\(corpus)/\(folder)")
        .filter { $0.hasSuffix(".json") }.sorted()
      let step = folder == "JSONTestSuite" ? 1 : Rounds.count(5, long: 1)
      for file in stride(from: 0, to: files.count, by: step).map({ files[$0] }) {
        let bytes = try TestCorpus.bytes("\(corpus)/\(folder)/\(file)")
        guard Rounds.areLong || bytes.count < 1 << 20 else { continue }
        for checking in [JSONChecking.full, .accessed] {
          var reader = JSONReader(checking: checking)
          do {
            try reader.withDocument(bytes) { root in
              let document = try JSONDocument(
                parsing: bytes, options: JSONOptions(checking: checking))
              values += compare(root, document.root, limit: 400)
              opened += 1
              // In unoptimised builds, the large ones take long.
              guard bytes.count < 1 << 18 else { return }
              let (json, other) = (try? root.materialize(), try? document.root.materialize())
              #expect(json == other, "\(file)")
            }
          } catch let error as JSONError {
            let other = #expect(throws: JSONError.self) {
              try JSONDocument(parsing: bytes, options: JSONOptions(checking: checking))
            }
            #expect(other?.description == error.description, "\(file)")
            refused += 1
          }
        }
      }
    }
    print("compared \(values) values of \(opened) documents; \(refused) refused alike")
    #expect(opened > Rounds.count(250, long: 300) && refused > 200)
  }

  @Test("on damaged documents that only a walk finds")
  func damaged() throws {
    var random = SeededGenerator(seed: 18)
    let text = Array(
      #"{"id":[1,{"a":"x\n","b":[true,null]},-2.5e3],"c":{"id":{}},"d":"\u00e9"}"#.utf8)
    var compared = 0
    for _ in 0..<3000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = bytes.indices.randomElement(using: &random)!
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = Array(#"{}[],:"\1te "#.utf8).randomElement(using: &random)!
        default: bytes.insert(bytes[place], at: place)
        }
      }
      var reader = JSONReader()
      try? reader.withDocument(bytes) { root in
        let options = JSONOptions(checking: .accessed)
        let document = try JSONDocument(parsing: bytes, options: options)
        compared += compare(root, document.root, limit: 500)
      }
    }
    #expect(compared > 1000)
  }
}
