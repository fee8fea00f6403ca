import CContenders

/// A contender written in C++, by its name in the C++ registry.
final class CppContender: Contender {
  let name: String
  /// Its name in the C++ registry.
  let registered: String
  private let made: OpaquePointer
  // The C++ side holds views into these.
  let documents: Documents

  init(_ registered: String, as name: String, over documents: Documents) throws {
    let views = documents.all.map { bench_document(bytes: $0.baseAddress, length: $0.count) }
    guard let made = bench_contender_make(registered, views, views.count) else {
      throw Unavailable(description: "no C++ contender is named \(registered)")
    }
    self.made = made
    self.name = name
    self.registered = registered
    self.documents = documents
  }

  deinit { bench_contender_free(made) }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    guard bench_contender_run(made, passes, &tally) else { throw failure }
    return tally
  }

  func values() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let done = withUnsafeMutablePointer(to: &bytes) { out in
      bench_contender_values(
        made,
        { context, start, count in
          let out = context!.assumingMemoryBound(to: [UInt8].self)
          out.pointee.append(
            contentsOf: UnsafeRawBufferPointer(start: start, count: count))
        }, out)
    }
    guard done else { throw failure }
    return bytes
  }

  private var failure: Unavailable {
    Unavailable(description: String(cString: bench_contender_error(made)))
  }
}
