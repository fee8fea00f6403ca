import Foundation
import Sluice

/// Input documents of one workload, each followed by padding. Every contender reads the same memory, and
/// none has to copy it.
final class Documents {
  /// The documents, valid for as long as this lives.
  let all: [UnsafeBufferPointer<UInt8>]
  private let memory: UnsafeMutableRawPointer

  init(_ documents: [[UInt8]]) {
    let sizes = documents.map { ($0.count + PaddedBytes.padding + 63) & ~63 }
    memory = .allocate(byteCount: max(sizes.reduce(0, +), 64), alignment: 64)
    var start = memory.assumingMemoryBound(to: UInt8.self)
    var all: [UnsafeBufferPointer<UInt8>] = []
    for (document, size) in zip(documents, sizes) {
      start.update(repeating: 0x20, count: size)
      document.withUnsafeBufferPointer { bytes in
        if let base = bytes.baseAddress { start.update(from: base, count: bytes.count) }
      }
      all.append(UnsafeBufferPointer(start: start, count: document.count))
      start += size
    }
    self.all = all
  }

  deinit { memory.deallocate() }

  /// The documents as a file: a single one unchanged, several with a newline between them.
  var file: Data { Data(all.joined(separator: [0x0A])) }
}
