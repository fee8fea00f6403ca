package import Sluice

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension JSONWriter {
  /// The bytes written, once the value is complete. As `takeBytes`, but doesn't copy more than a few.
  package mutating func takeData() throws(JSONError) -> Data {
    guard let memory = unsafe try takeMemory() else { return Data(try takeBytes()) }
    return unsafe Data(adopting: memory)
  }
}

extension OutputBuffer {
  /// The bytes, without copying more than a few; the buffer begins anew.
  package mutating func takeData() -> Data {
    if let memory = unsafe takeIfLarge() { return unsafe Data(adopting: memory) }
    let data = unsafe Data(bytes)
    removeAll()
    return data
  }
}

extension Data {
  /// Takes the memory of an output buffer, which is the data's alone from here on.
  fileprivate init(adopting memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else {
      self.init()
      return
    }
    unsafe self.init(
      bytesNoCopy: start, count: memory.count,
      deallocator: .custom { memory, _ in unsafe OutputBuffer.release(memory) })
  }
}
