import Foundation
import Sluice
import SluiceConvert
import SluiceReflection
import SluiceRules
import SluiceSchema
import Testing

/// Threads have 512 KiB on Darwin, and less where a program chooses so; unoptimised builds use the
/// most stack.
@Suite("Deep and cyclic values on small stacks")
struct DeepValuesTests {
  static let stacks = [256 << 10, 512 << 10, 64 << 20]
  static let depths = [1, 10, 1000, 1030, 100_000]

  @Test(
    "are written up to the depth of readers and the stack; deeper ones are errors in every writer",
    arguments: stacks, DeepWriter.all.map(\.name))
  func depths(stack: Int, writer name: String) throws {
    let writer = try #require(DeepWriter.all.first { $0.name == name })
    for depth in Self.depths {
      let result = onThread(stack: stack) { () -> Result<Int, any Error> in
        let chain = Link.chain(depth)
        defer { chain.takeApart() }
        return Result { try writer.levels(chain) }
      }
      switch result {
      case .success(let levels):
        #expect(levels == depth * writer.levelsForEach && depth <= 1024, "\(depth): \(levels)")
      case .failure(let error):
        #expect(depthError(error)?.code == .depthExceeded, "\(depth): \(error)")
        #expect(
          depth > 10 && (depth > 1000 || stack < 1 << 20 || writer.levelsForEach > 1), "\(depth)")
      }
    }
  }

  @Test(
    "in a cycle are errors, with one link and with two", arguments: stacks,
    DeepWriter.all.map(\.name))
  func circles(stack: Int, writer name: String) throws {
    let writer = try #require(DeepWriter.all.first { $0.name == name })
    for hasTwoWays in [false, true] {
      let error = onThread(stack: stack) { () -> (any Error)? in
        let link = Link.chain(3)
        link.next?.next?.next = link
        if hasTwoWays { link.other = link }
        defer { link.takeApart() }
        return errorOf { _ = try writer.levels(link) }
      }
      let code = depthError(try #require(error))?.code
      #expect(code == .depthExceeded || code == .backReference, "\(name): \(error as Any)")
    }
  }

  /// The deepest value. The thread sanitizer records 65,536 nested calls and crashes beyond, and destroying a value takes
  /// some calls for each level.
  static let deepest =
    ProcessInfo.processInfo.environment["SLUICE_SANITIZER"] == "thread" ? 4_000 : 100_000

  @Test(
    "owned JSON of any depth is compared, hashed, described and written on any stack",
    arguments: stacks)
  func owned(stack: Int) throws {
    let deep = Held(JSON.null)
    let again = Held(JSON.null)
    for i in 0..<Self.deepest {
      for held in [deep, again] { held.value = i % 2 == 0 ? [held.value] : ["k": held.value] }
    }
    let answers = onThread(stack: stack) {
      [
        deep.value == again.value, deep.value.hashValue == again.value.hashValue,
        deep.value.description.count == again.value.description.count,
        (try? deep.value.serialized().count) == deep.value.description.utf8.count,
      ]
    }
    #expect(answers == [true, true, true, true])
    // The error holds the value, and must not be the last reference to it.
    let isRefused = onThread(stack: stack) {
      errorOf { _ = try JSONEncoder().encode(deep.value) } is EncodingError
    }
    #expect(isRefused)
    onThread(stack: 512 << 20) {
      deep.value = .null
      again.value = .null
    }
  }

  @Test(
    "owned JSON made from a document can be destroyed on the thread that made it",
    arguments: stacks,
    ["[", #"{"a key of more than fifteen bytes":"#])
  func materialized(stack: Int, open: String) throws {
    for depth in [1, 200, 512, 900, 1000, 1024, 4000, 8192, 8193, 100_000] {
      let result = onThread(stack: stack) { () -> Result<Int, any Error> in
        Result {
          var reader = JSONReader(options: JSONOptions(depthLimit: 200_000))
          let text =
            String(repeating: open, count: depth) + "0"
            + String(repeating: open == "[" ? "]" : "}", count: depth)
          var value: JSON? = try reader.withDocument(text) { try $0.materialize() }
          let count = value?.count ?? 0
          value = nil
          return count
        }
      }
      switch result {
      case .success: #expect(depth <= 8192)
      case .failure(let error):
        #expect((error as? JSONError)?.code == .depthExceeded)
        #expect(
          depth > 512 && (depth > 1024 || stack < 512 << 10) && (depth > 8192 || stack < 1 << 20))
      }
    }
  }

  @Test("Foundation's coders throw an error where the stack ends", arguments: stacks)
  func coders(stack: Int) {
    for depth in [10, 100, 300, 500, 513, 2000] {
      let error = onThread(stack: stack) { () -> (any Error)? in
        let json = (0..<min(depth, 700)).reduce(JSON.null) { json, _ in [json] }
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        return errorOf { _ = try JSONEncoder().encode(json) }
          ?? errorOf { _ = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }
      }
      #expect(error == nil || error is EncodingError || error is DecodingError)
      #expect(depth > 10 || error == nil, "\(error as Any)")
      #expect(depth < 513 || error != nil)
    }
  }

  @Test("an error quotes only the upper levels of a deep value", arguments: stacks)
  func quoted(stack: Int) throws {
    let held = Held(Tree(size: 0, trees: []))
    let levels = min(20_000, Self.deepest)
    // Five digits each, so that the quotation is cut at the same place.
    let outermost = 10_000 + levels
    for i in 10_001...outermost { held.value = Tree(size: Double(i), trees: [held.value]) }
    let text = onThread(stack: stack) { () -> String in
      let tree = StructRule(ref(Tree(size: 0, trees: [])))
        .expect("size", DoubleRule, { $0.value.size = $1 }, dump: { $0.size })
      tree.optional(
        "trees", ArrayRule(itemRule: tree), { $0.value.trees = $1 }, dump: { $0.trees })
      return errorOf { _ = try tree.dumpData(held.value) }.map { "\($0)" } ?? "written"
    }
    onThread(stack: 512 << 20) { held.value.trees = [] }
    #expect(
      text.hasPrefix(
        "Unable to dump value Tree(size: \(outermost).0, trees: [Tree(size: \(outermost - 1).0, trees:"
          + "… to JSON"
      ),
      "\(text.prefix(200))")
    #expect(text.contains("nesting of at most"))
  }
}

private struct Tree {
  var size: Double
  var trees: [Tree]
}

/// A value handed to another thread, for which the test waits.
final class Held<T>: @unchecked Sendable {
  var value: T
  init(_ value: T) { self.value = value }
}

func errorOf(_ body: () throws -> Void) -> (any Error)? {
  do { try body() } catch { return error }
  return nil
}

/// The core's error, without its frames.
private func depthError(_ error: any Error) -> JSONError? {
  if let error = error as? JSONError { return error }
  return (error as? RuleError)?.message.underlying as? JSONError
}

@discardableResult
func onThread<R>(stack: Int, _ body: @escaping () -> R) -> R {
  let made = Held<R?>(nil)
  let call = Held(body)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    made.value = call.value()
    done.signal()
  }
  thread.stackSize = stack
  thread.start()
  done.wait()
  return made.value!
}
