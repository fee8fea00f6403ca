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
  /// Whether positions must name their file.
  let isSeveralFiles: Bool
  /// Whether more may be added at its end.
  var isFollowed: Bool { if case .follow = waiting { true } else { false } }
  /// The files to read, if the source consists of files.
  let files: [String]

  private enum Waiting {
    case nothing
    case one(FeedSource)
    case made(ByteSource)
    case files(ArraySlice<String>)
    case follow(FollowedFile)
  }

  /// Starts at a position. Throws `io` if the position's file is not among the source's, or if a
  /// pattern matches no file; throws `invalid-value` for a range of anything but one file.
  init(
    _ source: FeedSource, in range: FeedRange? = nil, from position: FeedPosition,
    stops: [FeedStop]
  ) throws(JSONError) {
    self.stops = stops
    self.range = range
    start = position.offset
    if range != nil { try FeedRange.check(source) }
    var several: [String]?
    switch source {
    case .files(let paths): several = paths
    case .glob(let pattern): several = try Glob.files(matching: pattern)
    default: several = nil
    }
    isSeveralFiles = several != nil
    if let several {
      files = several
      waiting = .files(try SourceParts.rest(of: several, from: position, in: source.name))
      return
    }
    switch source {
    case .file(let path), .follow(let path): files = [path]
    default: files = []
    }
    if case .follow(let path) = source {
      waiting = .follow(try FollowedFile(path))
    } else {
      waiting = .one(source)
    }
    if let file = position.file, file != source.name {
      throw JSONError(
        .io, at: 0, name: source.name,
        reason: "reading should resume in \(file), which is another source")
    }
  }

  /// A single part that is already open.
  init(_ source: ByteSource) {
    waiting = .made(source)
    stops = []
    range = nil
    start = 0
    isSeveralFiles = false
    files = []
  }

  private static func rest(
    of files: [String], from position: FeedPosition, in name: String
  ) throws(JSONError) -> ArraySlice<String> {
    guard let file = position.file else {
      guard position.offset == 0 else {
        throw JSONError(
          .io, at: 0, name: name,
          reason: "a position in several files must name its file")
      }
      return files[...]
    }
    guard let first = files.firstIndex(of: file) else {
      throw JSONError(
        .io, at: 0, name: name,
        reason: "reading should resume in \(file), which is not among its files")
    }
    guard files.lastIndex(of: file) == first else {
      throw JSONError(
        .io, at: 0, name: name,
        reason: "reading should resume in \(file), which is among its files more than once")
    }
    return files[first...]
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
          try MemberInput.unpacking(input, for: range, name: one.name), range, from: start,
          name: one.name, stops: stops)
        source = ByteSource(bytes, name: one.name)
        waiting = .nothing
        return source
      }
      source = try InputEvent.asFailures(try open(one))
      waiting = .nothing
    case .files(let files):
      guard let path = files.first else { return nil }
      source = try InputEvent.asFailures(try open(.file(path)))
      waiting = .files(files.dropFirst())
    case .follow(let file):
      do throws(InputEvent) {
        source = ByteSource(try file.nextGeneration(heeding: stops), name: file.path, stops: stops)
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

  private func open(_ source: FeedSource) throws(JSONError) -> ByteSource {
    if case .bytes(let bytes, let name) = source { return ByteSource(bytes, name: name) }
    return ByteSource(try input(of: source), name: source.name, stops: stops)
  }

  /// What `.auto` chooses for a source that can be read twice.
  static func framing(
    of source: FeedSource, _ options: FeedOptions
  ) throws(JSONError) -> FeedFraming {
    let isReadAgain: Bool
    switch source {
    case .bytes: isReadAgain = true
    case .file(let path): isReadAgain = try PlainFile.isRegular(path)
    default: isReadAgain = false
    }
    guard isReadAgain else {
      throw JSONError(
        .invalidValue, at: 0, name: "the framing of a feed in a range of bytes",
        reason: "auto examines the start of \(source.name), which can't be read twice; name lines")
    }
    var feed = try JSONFeed(
      source, options: FeedOptions(framing: .auto, depthLimit: options.depthLimit))
    return try feed.chosenFraming()
  }

  private func input(of source: FeedSource) throws(JSONError) -> any ByteInput {
    switch source {
    case .file(let path): try FileInput(opening: path)
    case .standardInput: FileInput(borrowing: .standardInput, name: source.name)
    case .fileDescriptor(let descriptor, let name):
      FileInput(borrowing: FileDescriptor(rawValue: descriptor), name: name)
    case .bytes(let bytes, _): MemoryInput(bytes)
    case .files, .glob, .follow:
      throw JSONError(.io, at: 0, name: source.name, reason: "it is not one file")
    }
  }
}
