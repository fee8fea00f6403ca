import Sluice
import SluiceSystem

/// The parts of a source in order: several files, the successive files of a followed path, or the
/// single part of most sources.
final class SourceParts {
  private var waiting: Waiting
  private let stops: [FeedStop]
  /// Where reading begins in the first part.
  private var start: Int64
  /// The range to read, if not the whole source.
  private let range: FeedRange?
  private let limits: DecompressionLimits
  /// Whether positions must name their file.
  let isSeveralFiles: Bool
  /// Whether more may be added at its end.
  var isFollowed: Bool { if case .follow = waiting { true } else { false } }
  /// The files to read, if the source consists of files.
  let files: [String]
  /// The objects to read, by their names.
  private let objects: [String: RemoteObject]
  /// The next parts, which are being received already, and at most how many.
  private var opened: [ByteSource] = []
  private let ahead: Int

  private enum Waiting {
    case nothing
    case one(FeedSource)
    case made(ByteSource)
    case several(ArraySlice<Part>)
    case follow(FollowedFile)
  }

  /// One of several files and objects.
  private enum Part {
    case file(String)
    case object(RemoteObject)

    var name: String {
      switch self {
      case .file(let path): path
      case .object(let object): object.name
      }
    }
  }

  /// Starts at a position. Throws `io` if the position's file is not among the source's, or if a
  /// pattern matches no file; throws `invalid-value` for a range of anything but one file.
  init(
    _ source: FeedSource, in range: FeedRange? = nil, from position: FeedPosition,
    limits: DecompressionLimits, stops: [FeedStop], ahead: Int = 4
  ) throws(JSONError) {
    self.stops = stops
    self.limits = limits
    self.range = range
    self.ahead = ahead
    start = position.offset
    if range != nil { try FeedRange.check(source) }
    let several = try SourceParts.several(source, stops)
    isSeveralFiles = several != nil
    if let several {
      files = several.compactMap { if case .file(let path) = $0 { path } else { nil } }
      objects = SourceParts.byName(several)
      let rest = try SourceParts.rest(of: several, from: position, in: source.name)
      if let version = position.version, case .object(let object) = rest.first {
        object.expect(version: version)
      }
      waiting = .several(rest)
      return
    }
    switch source {
    case .file(let path), .follow(let path): files = [path]
    default: files = []
    }
    switch source {
    case .follow(let path):
      waiting = .follow(try FollowedFile(path))
      objects = [:]
    case .url(let text):
      let object = try RemoteObject(url: text)
      if let version = position.version { object.expect(version: version) }
      waiting = .one(source)
      objects = [object.name: object]
    default:
      waiting = .one(source)
      objects = [:]
    }
    if let file = position.file, file != source.name {
      throw JSONError(
        .io, at: 0, name: source.name,
        reason: "reading should resume in \(file), which is another source")
    }
  }

  /// An object, or a range of it.
  init(
    _ object: RemoteObject, in range: FeedRange?, from position: FeedPosition,
    limits: DecompressionLimits, stops: [FeedStop]
  ) {
    self.stops = stops
    self.limits = limits
    self.range = range
    start = position.offset
    waiting = .one(.url(object.name))
    isSeveralFiles = false
    files = []
    objects = [object.name: object]
    ahead = 0
  }

  /// A single part that is already open.
  init(_ source: ByteSource) {
    waiting = .made(source)
    limits = .off
    stops = []
    range = nil
    start = 0
    isSeveralFiles = false
    files = []
    objects = [:]
    ahead = 0
  }

  /// The parts of a source of several; nil for all others.
  private static func several(
    _ source: FeedSource, _ stops: [FeedStop]
  ) throws(JSONError) -> [Part]? {
    switch source {
    case .files(let paths): return paths.map { .file($0) }
    case .glob(let pattern): return try Glob.files(matching: pattern).map { .file($0) }
    case .url(let text) where RemoteSource.isPattern(text):
      return try RemoteObject.objects(at: text, stops: stops).map { .object($0) }
    case .several(let sources):
      var parts: [Part] = []
      for source in sources {
        switch source {
        case .file(let path): parts.append(.file(path))
        case .url(let text) where !RemoteSource.isPattern(text):
          parts.append(.object(try RemoteObject(url: text)))
        default:
          guard let own = try several(source, stops) else {
            throw JSONError(
              .invalidValue, at: 0, name: "files and URLs as the parts of a feed",
              reason: "\(source.name) is neither")
          }
          parts += own
        }
      }
      return parts
    default: return nil
    }
  }

  private static func byName(_ parts: [Part]) -> [String: RemoteObject] {
    var objects: [String: RemoteObject] = [:]
    for case .object(let object) in parts { objects[object.name] = object }
    return objects
  }

  /// The version of the object of this name; nil for anything else.
  func version(of name: String) -> String? {
    objects.isEmpty ? nil : objects[name]?.version
  }

  private static func rest(
    of parts: [Part], from position: FeedPosition, in name: String
  ) throws(JSONError) -> ArraySlice<Part> {
    guard let file = position.file else {
      guard position.offset == 0 else {
        throw JSONError(
          .io, at: 0, name: name,
          reason: "a position in several files must name its file")
      }
      return parts[...]
    }
    guard let first = parts.firstIndex(where: { $0.name == file }) else {
      throw JSONError(
        .io, at: 0, name: name,
        reason: "reading should resume in \(file), which is not among its files")
    }
    guard parts.lastIndex(where: { $0.name == file }) == first else {
      throw JSONError(
        .io, at: 0, name: name,
        reason: "reading should resume in \(file), which is among its files more than once")
    }
    return parts[first...]
  }

  /// Opens the next part; nil at the end. Fails with `io` if it can't be opened; the next call tries
  /// again.
  func next() throws(InputEvent) -> ByteSource? {
    let source: ByteSource
    switch waiting {
    case .nothing: return nil
    case .made(let made):
      source = made
      waiting = .nothing
    case .one(let one):
      if let range {
        let input = try InputEvent.asFailures(try input(of: one))
        let bytes = try RangeInput(
          try MemberInput.unpacking(input, for: range, limits: limits, name: one.name), range,
          from: start, name: one.name, stops: stops)
        source = ByteSource(bytes, name: one.name)
        waiting = .nothing
        return source
      }
      source = try InputEvent.asFailures(try open(one))
      waiting = .nothing
    case .several(let parts):
      guard let part = try next(of: parts) else { return nil }
      source = part
      waiting = .several(parts.dropFirst())
    case .follow(let file):
      do throws(InputEvent) {
        source = ByteSource(
          try file.nextGeneration(heeding: stops), name: file.path, limits: limits, stops: stops)
      } catch {
        // The awaited file never came, and the wait was stopped.
        guard case .stopped = error else { throw error }
        return nil
      }
    }
    let offset = start
    start = 0
    try source.skip(offset)
    return source
  }

  /// Opens the first of some parts, and has the objects after it received meanwhile.
  private func next(of parts: ArraySlice<Part>) throws(InputEvent) -> ByteSource? {
    guard let first = parts.first else { return nil }
    // What is skipped to is not received from its start.
    let most = start > 0 ? 1 : ahead
    while opened.count < most, case .object(let object) = parts.dropFirst(opened.count).first {
      let input = RemoteInput(object)
      let source = ByteSource(input, name: object.name, limits: limits, stops: stops)
      if start == 0 { try InputEvent.asFailures(try input.begin()) }
      opened.append(source)
    }
    if case .file(let path) = first { return try InputEvent.asFailures(try open(.file(path))) }
    return opened.removeFirst()
  }

  private func open(_ source: FeedSource) throws(JSONError) -> ByteSource {
    if case .bytes(let bytes, let name) = source {
      return ByteSource(bytes, name: name, limits: limits)
    }
    return ByteSource(try input(of: source), name: source.name, limits: limits, stops: stops)
  }

  /// What `.auto` chooses for a source that can be read twice.
  static func framing(
    of source: FeedSource, _ options: FeedOptions
  ) throws(JSONError) -> FeedFraming {
    let isReadAgain: Bool
    switch source {
    case .bytes: isReadAgain = true
    case .file(let path): isReadAgain = try PlainFile.isRegular(path)
    case .url: isReadAgain = true
    default: isReadAgain = false
    }
    guard isReadAgain else {
      throw JSONError(
        .invalidValue, at: 0, name: "the framing of a feed in a range of bytes",
        reason: "auto examines the start of \(source.name), which can't be read twice; name lines")
    }
    var first = FeedOptions(framing: .auto, depthLimit: options.depthLimit)
    first.decompression = options.decompression
    var feed = try JSONFeed(source, options: first)
    return try feed.chosenFraming()
  }

  private func input(of source: FeedSource) throws(JSONError) -> any ByteInput {
    switch source {
    case .file(let path): try FileInput(opening: path)
    case .url(let text):
      if let object = objects[source.name] {
        RemoteInput(object)
      } else {
        RemoteInput(try RemoteObject(url: text))
      }
    case .standardInput: FileInput(borrowing: .standardInput, name: source.name)
    case .fileDescriptor(let descriptor, let name):
      FileInput(borrowing: FileDescriptor(rawValue: descriptor), name: name)
    case .bytes(let bytes, _): MemoryInput(bytes)
    case .files, .glob, .several, .follow:
      throw JSONError(.io, at: 0, name: source.name, reason: "it is not one file")
    }
  }
}
