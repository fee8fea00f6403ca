import Foundation
import Sluice
import SluiceFoundation
import Testing

@Suite("Owned values as Foundation's")
struct FoundationObjectTests {
  @Test(
    "foundationObject() is what JSONSerialization makes",
    arguments: [
      "null", "true", "[false]", "0", "-7", "1.5", "1.0", "1e5", "9223372036854775807",
      "18446744073709551615", "99999999999999999999", #""a\u00e9""#, "[]", "{}",
      #"{"a": {"b": [1, "x", null, true, 2.5]}, "c": []}"#,
    ])
  func same(text: String) throws {
    let ours = try JSON(parsing: text).foundationObject()
    let theirs = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    #expect((ours as? NSObject) == (theirs as? NSObject), "\(ours) \(theirs)")
  }

  @Test("casts of it go as they went")
  func casts() throws {
    let json = try JSON(parsing: #"{"n": 1, "s": "x", "l": [1, 2], "m": {"a": 1}, "b": true}"#)
    let fields = try #require(try json.foundationObject() as? [String: Any])
    #expect(fields["n"] as? Int == 1 && fields["s"] as? String == "x")
    #expect(fields["l"] as? [Int] == [1, 2] && fields["m"] as? [String: Int] == ["a": 1])
    #expect(fields["b"] as? Bool == true)
    #expect(try json.object?.foundationObject().count == 5)
  }

  @Test("numbers that no type of Foundation holds are the nearest double")
  func numbers() throws {
    let long = "0.1234567890123456789012345678901234567890123456789"
    #expect(try JSON(parsing: long).foundationObject() as? Double == 0.12345678901234568)
    let large = "1" + String(repeating: "0", count: 400)
    #expect(try JSON(parsing: large).foundationObject() as? Double == .infinity)
    #expect(try JSON(parsing: "-" + large).foundationObject() as? Double == -.infinity)
  }

  /// More levels than a small stack holds; of the thread sanitizer's own record of calls, no more than it holds.
  private static let deepest =
    ProcessInfo.processInfo.environment["SLUICE_SANITIZER"] == "thread" ? 4_000 : 100_000

  @Test(
    "a value deeper than the thread's stack is an error, not a crash", arguments: [10, deepest])
  func deep(levels: Int) {
    // Held until a stack that is large enough destroys it.
    nonisolated(unsafe) var value = JSON.null
    nonisolated(unsafe) var code: JSONError.Code?
    for _ in 0..<levels { unsafe value = unsafe [value] }
    func onThread(stack: Int, _ body: @escaping @Sendable () -> Void) {
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        body()
        done.signal()
      }
      thread.stackSize = stack
      thread.start()
      done.wait()
    }
    onThread(stack: 256 << 10) {
      do {
        _ = try unsafe value.foundationObject()
      } catch {
        unsafe code = (error as? JSONError)?.code
      }
    }
    #expect(unsafe code == (levels == 10 ? nil : .depthExceeded))
    onThread(stack: 512 << 20) { unsafe value = .null }
  }
}
