import Foundation
import Sluice
import TestSupport
import Testing

/// A view and a cursor read every document alike: values, and errors with their places.
struct ViewAgreementTests {
  /// What reading gave, so that two readings can be compared. Errors that have not left their document count from
  /// after its byte order mark, of `mark` bytes.
  private func outcome<T>(mark: Int = 0, _ body: () throws -> T) -> String {
    do {
      return "\(try body())"
    } catch let error as JSONError {
      return "\(error.code) at \(error.offset + mark): \(error.expectation) \(error.name ?? "")"
    } catch {
      return "\(error)"
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
    let pairs: [(String, String)] = [
      (outcome(mark: mark) { try cursor.kind }, outcome { try view.kind }),
      ("\(cursor.isNull) \(cursor.offset)", "\(view.isNull) \(view.offset)"),
      (outcome(mark: mark) { try cursor.count }, outcome { try view.count }),
      (outcome(mark: mark) { try cursor.bool }, outcome { try view.bool }),
      (outcome(mark: mark) { try cursor.int }, outcome { try view.int }),
      (outcome(mark: mark) { try cursor.int8 }, outcome { try view.int8 }),
      (outcome(mark: mark) { try cursor.int16 }, outcome { try view.int16 }),
      (outcome(mark: mark) { try cursor.int32 }, outcome { try view.int32 }),
      (outcome(mark: mark) { try cursor.int64 }, outcome { try view.int64 }),
      (outcome(mark: mark) { try cursor.uint }, outcome { try view.uint }),
      (outcome(mark: mark) { try cursor.uint8 }, outcome { try view.uint8 }),
      (outcome(mark: mark) { try cursor.uint16 }, outcome { try view.uint16 }),
      (outcome(mark: mark) { try cursor.uint32 }, outcome { try view.uint32 }),
      (outcome(mark: mark) { try cursor.uint64 }, outcome { try view.uint64 }),
      (outcome(mark: mark) { try cursor.double }, outcome { try view.double }),
      (outcome(mark: mark) { try cursor.float }, outcome { try view.float }),
      (outcome(mark: mark) { try cursor.number }, outcome { try view.number }),
      (outcome(mark: mark) { try cursor.string }, outcome { try view.string }),
      (outcome(mark: mark) { try cursor.text.utf8Count }, outcome { try view.text.utf8Count }),
      (outcome(mark: mark) { try cursor.rawBytes }, outcome { try view.rawBytes }),
      (outcome(mark: mark) { try cursor[0].offset }, outcome { try view[0].offset }),
      (outcome(mark: mark) { try cursor["id"].offset }, outcome { try view["id"].offset }),
      (
        outcome(mark: mark) { try cursor[ifPresent: 1]?.offset },
        outcome { try view[ifPresent: 1]?.offset }
      ),
    ]
    for (place, pair) in pairs.enumerated() where pair.0 != pair.1 {
      Issue.record("reading \(place): the cursor says \(pair.0), the view says \(pair.1)")
    }
    switch try? view.kind {
    case .array?: compareElements(cursor, view, &compared, limit)
    case .object?: compareFields(cursor, view, &compared, limit)
    default: break
    }
  }

  private func mark(of view: JSONView) -> Int {
    view.document.withBytes { $0.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
  }

  private func compareElements(
    _ cursor: JSONCursor, _ view: JSONView, _ compared: inout Int, _ limit: Int
  ) {
    guard let all = try? view.elements else {
      let expected = outcome(mark: mark(of: view)) { try count(cursor.elements) }
      #expect(expected == outcome { try view.elements.count })
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
      let expected = outcome(mark: mark(of: view)) { try count(cursor.fields) }
      #expect(expected == outcome { try view.fields.count })
      return
    }
    var rest = all.makeIterator()
    do {
      var fields = try cursor.fields
      while let field = try fields.next(), let (key, value) = rest.next() {
        #expect(try field.key.string == key)
        #expect(try cursor[key].offset == view[key].offset)
        #expect(try cursor[ifPresent: key]?.offset == view[ifPresent: key]?.offset)
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
      let all = try FileManager.default.subpathsOfDirectory(atPath: "\(corpus)/\(folder)")
      for file in all.sorted() where file.hasSuffix(".json") {
        let bytes = try TestCorpus.bytes("\(corpus)/\(folder)/\(file)")
        for checking in [JSONChecking.full, .accessed] {
          var reader = JSONReader(checking: checking)
          do {
            try reader.withDocument(bytes) { root in
              let document = try JSONDocument(
                parsing: bytes, options: JSONOptions(checking: checking))
              values += compare(root, document.root, limit: 1000)
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
    #expect(opened > 300 && refused > 200)
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
