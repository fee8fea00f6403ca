import Foundation
import Sluice
import SluiceSchema
import Synchronization
import Testing

@Suite("Schemas that contain themselves")
struct RecursionTests {
  @Test("read nested values of their own type")
  func nested() throws {
    let folder = try Folder.schema.decode(Folder.json(nested: 3))
    let expected = Folder(
      name: "f", folders: [Folder(name: "f", folders: [Folder(name: "f", folders: [])])])
    #expect(folder == expected)
    #expect(try decodeObject(from: Folder.json(nested: 3)) == expected)
  }

  @Test("read to the depth limit of documents, in either style")
  func deep() throws {
    // Each folder is an object and an array: the reader's 1024 levels.
    let text = Folder.json(nested: 512)
    @Sendable func depth(_ folder: Folder) -> Int {
      var (count, folder) = (1, folder)
      while let inner = folder.folders.first { (count, folder) = (count + 1, inner) }
      return count
    }
    // Unoptimised builds, and small stacks, stop earlier.
    let depths = try onLargeStack {
      [depth(try Folder.schema.decode(text)), depth(try decodeObject(from: text))]
    }
    #expect(depths == [512, 512])
  }

  private func onLargeStack<R: Sendable>(_ body: @escaping @Sendable () throws -> R) throws -> R {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<R, any Error>?>(nil)
    let thread = Thread {
      let made = Result { try body() }
      result.withLock { $0 = made }
      done.signal()
    }
    thread.stackSize = 64 << 20
    thread.start()
    done.wait()
    return try #require(result.withLock { $0 }).get()
  }

  @Test("deeper input is an error, not an overflow of the stack")
  func tooDeep() throws {
    let text = Folder.json(nested: 513)
    for decode in [{ _ = try Folder.schema.decode(text) }, { _ = try Folder(text) }] {
      let error = #expect(throws: ParserError.self) { try decode() }
      #expect(error?.jsonError?.code == .depthExceeded)
    }
    // Plans have their own limit under a reader with a much higher one.
    var reader = JSONReader(options: JSONOptions(depthLimit: 1_000_000))
    let deep = Folder.json(nested: 20_000)
    for body in [
      { (json: JSONCursor) in _ = try Folder.schema.value(from: json) },
      { (json: JSONCursor) in _ = try Folder(json: json) },
    ] {
      let error = #expect(throws: JSONError.self) { try reader.withDocument(deep, body) }
      #expect(error?.code == .depthExceeded)
    }
    let arrays = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
    let nested = #expect(throws: JSONError.self) { try reader.value(of: arrays, by: Nested()) }
    #expect(nested?.code == .depthExceeded)
    let raw = #expect(throws: JSONError.self) {
      try reader.withDocument(#"{"k":{"a":\#(arrays)}}"#) { json in
        _ = try Parser.parseEntity(json: json) { $0.addProperty(keyPath: "k", type: .dictionary) }
      }
    }
    #expect(raw?.code == .depthExceeded)
  }

  @Test("report errors at each level")
  func errors() {
    let error = validationError {
      _ = try Folder.schema.decode(#"{"folders":[{"name":"a","folders":[{"name":1},{}]},{}]}"#)
    }
    #expect(
      error?.issues.map(\.path) == [
        "$.name", "$.folders[0].folders[0].name", "$.folders[0].folders[1].name",
        "$.folders[1].name",
      ])
    let elevate = validationError {
      _ = try Folder(#"{"folders":[{"name":"a","folders":[{"name":1},{}]},{}]}"#)
    }
    #expect(elevate?.failureReason == error?.failureReason)
    #expect(elevate?.issues == error?.issues)
  }
}

extension Folder {
  fileprivate init(_ text: String) throws { self = try decodeObject(from: text) }
}

/// An array of arrays of arrays: only the mapping limits it, as no object has a frame.
private struct Nested: JSONMapping {
  func value(from cursor: JSONCursor) throws -> Int {
    try LazyMapping { ArrayMapping(of: Nested()) }.value(from: cursor).count
  }
}
