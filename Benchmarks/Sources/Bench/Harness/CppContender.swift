import CContenders

/// A contender written in C++, by its name in the C++ registry.
final class CppContender: Contender {
  let name: String
  /// Its name in the C++ registry.
  let registered: String
  let library: CppLibrary
  private let made: OpaquePointer
  // The C++ side holds views into these.
  let documents: Documents

  init(
    _ registered: String, as name: String, from library: CppLibrary, over documents: Documents
  ) throws {
    let views = documents.all.map { bench_document(bytes: $0.baseAddress, length: $0.count) }
    guard let made = library.make(registered, views, views.count) else {
      throw Unavailable(description: "no C++ contender is named \(registered)")
    }
    self.made = made
    self.library = library
    self.name = name + library.suffix
    self.registered = registered
    self.documents = documents
  }

  deinit { library.free(made) }

  /// The contender from every build of the C++ sources.
  static func all(
    _ names: KeyValuePairs<String, String>, over documents: Documents, _ settings: Settings
  ) throws -> [any Contender] {
    try names.flatMap { registered, name in
      try settings.libraries.filter { !$0.hasOwnSimdjson || CppLibrary.usesSimdjson(registered) }
        .map { try make(registered, as: name, from: $0, over: documents) }
    }
  }

  /// The contender from the build that has a newer simdjson of its own, by what only that simdjson has.
  static func newest(
    _ names: KeyValuePairs<String, String>, over documents: Documents, _ settings: Settings
  ) throws -> [any Contender] {
    try names.flatMap { registered, name in
      try settings.libraries.filter(\.hasOwnSimdjson)
        .map { try make(registered, as: name, from: $0, over: documents) }
    }
  }

  /// The ways that only newer versions of simdjson have to read the log feed.
  static func newestLogs(over documents: Documents, _ settings: Settings) throws -> [any Contender]
  {
    try newest(
      [
        "logs.newlines": "simdjson.newlines", "logs.key_selector": "simdjson.key_selector",
        "logs.key_selector.slices": "simdjson.key_selector.slices",
      ], over: documents, settings)
  }

  /// The contender from the linked build only. A library in C comes compiled, so another build would show
  /// nothing.
  static func once(
    _ names: KeyValuePairs<String, String>, over documents: Documents, _ settings: Settings
  ) throws -> [any Contender] {
    try names.flatMap { registered, name in
      try settings.libraries.prefix(1).map {
        try make(registered, as: name, from: $0, over: documents)
      }
    }
  }

  /// A failing contender in place of one whose library was missing at the build, with that reason.
  private static func make(
    _ registered: String, as name: String, from library: CppLibrary, over documents: Documents
  ) throws -> any Contender {
    guard let package = library.missingPackage(registered) else {
      return try CppContender(registered, as: name, from: library, over: documents)
    }
    return MissingContender(name: name + library.suffix, package: String(cString: package))
  }

  func run(passes: Int) throws -> Tally {
    var tally = Tally()
    guard library.run(made, passes, &tally) else { throw failure }
    return tally
  }

  func values() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let done = withUnsafeMutablePointer(to: &bytes) { out in
      library.values(
        made,
        { context, start, count in
          guard let out = context?.assumingMemoryBound(to: [UInt8].self) else { return }
          out.pointee.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
        }, out)
    }
    guard done else { throw failure }
    return bytes
  }

  private var failure: Unavailable {
    Unavailable(description: String(cString: library.error(made)))
  }
}
