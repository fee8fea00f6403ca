package import Sluice

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension JSONWriter {
  /// The bytes written, once the value is complete. As `takeBytes`, but doesn't copy more than a few.
  package mutating func takeData() throws(JSONError) -> Data {
    guard let memory = unsafe try takeMemory(), let start = memory.baseAddress else {
      return Data(try takeBytes())
    }
    // The memory is the data's alone from here on.
    return unsafe Data(
      bytesNoCopy: start, count: memory.count,
      deallocator: .custom { memory, _ in unsafe OutputBuffer.release(memory) })
  }
}
