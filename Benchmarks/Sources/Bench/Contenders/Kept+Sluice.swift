import CContenders
import Sluice

/// Whole documents, checked in full and kept: their bytes are handed over, or copied.
final class OpenSluiceDocument: Contender {
  let name = "sluice"
  private let documents: Documents
  private let adopts: Bool

  init(over documents: Documents, adopting: Bool) {
    self.documents = documents
    adopts = adopting
  }

  func run(passes: Int) throws -> Tally { try timed(passes: passes).tally }

  /// The bytes that are handed over exist before, so that making them doesn't count.
  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    var tally = Tally()
    var seconds = 0.0
    for _ in 0..<passes {
      for bytes in documents.all {
        let handed = adopts ? PaddedBytes(bytes) : PaddedBytes()
        let start = Clock.seconds()
        let isOpen = adopts ? open(handed) : open(bytes)
        seconds += Clock.seconds() - start
        tally.integer(isOpen ? 1 : 0)
      }
    }
    return (seconds, tally)
  }

  func values() throws -> [UInt8] {
    var text = Text()
    for bytes in documents.all {
      text.integer((adopts ? open(PaddedBytes(bytes)) : open(bytes)) ? 1 : 0)
    }
    return text.bytes
  }

  private func open(_ bytes: consuming PaddedBytes) -> Bool {
    (try? JSONDocument(parsing: bytes)) != nil
  }

  private func open(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    (try? JSONDocument(parsing: UnsafeRawBufferPointer(bytes))) != nil
  }
}

/// twitter.json, seven fields of each status, through views of a document that copies its text.
final class PartialViews: WalkingContender {
  let name = "sluice"
  private let documents: Documents
  private let options: JSONOptions

  init(over documents: Documents, checking: JSONChecking) {
    self.documents = documents
    options = JSONOptions(checking: checking)
  }

  func walk(into sink: inout some Sink) throws {
    for bytes in documents.all {
      let document = try JSONDocument(parsing: UnsafeRawBufferPointer(bytes), options: options)
      for status in try document.root["statuses"].elements {
        try status["created_at"].withUTF8 { sink.text($0) }
        sink.integer(try status["id"].int64)
        try status["text"].withUTF8 { sink.text($0) }
        let user = try status["user"]
        sink.integer(try user["id"].int64)
        try user["screen_name"].withUTF8 { sink.text($0) }
        sink.integer(try status["retweet_count"].int64)
        sink.integer(try status["favorite_count"].int64)
      }
    }
  }
}

/// Every value of a `JSON` that is made of the text each time.
final class VisitSluiceTree: WalkingContender {
  let name = "sluice"
  private let documents: [[UInt8]]

  init(over documents: Documents) { self.documents = documents.all.map { Array($0) } }

  func walk(into sink: inout some Sink) throws {
    for bytes in documents { VisitSluiceTree.visit(try JSON(parsing: bytes), into: &sink) }
  }

  /// As deep as `JSON(parsing:)` reads: 1,024 levels.
  private static func visit(_ value: JSON, into sink: inout some Sink) {
    switch value {
    case .object(let object):
      sink.code(.beginObject)
      for (key, value) in object {
        sink.text(key)
        visit(value, into: &sink)
      }
      sink.code(.endObject)
    case .array(let elements):
      sink.code(.beginArray)
      for element in elements { visit(element, into: &sink) }
      sink.code(.endArray)
    case .string(let string): sink.text(string)
    case .number(let number): sink.real(number.double ?? 0)
    case .bool(let bool): sink.code(bool ? .yes : .no)
    case .null: sink.code(.null)
    }
  }
}
