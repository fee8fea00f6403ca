import SluiceSystem
import Testing

@Suite("Values that one thread uses at a time")
struct LockedValueTests {
  @Test("a value that is in use is not waited for")
  func inUse() {
    let value = LockedValue(1)
    let during = value.withLock { number in
      number += 1
      return value.withLockIfAvailable { $0 }
    }
    #expect(during == nil)
    #expect(value.withLockIfAvailable { $0 } == 2)
  }

  @Test("a thread that takes a value twice stops, instead of waiting for itself for ever")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      let value = LockedValue(1)
      value.withLock { _ in value.withLock { $0 += 1 } }
    }
  }
}
