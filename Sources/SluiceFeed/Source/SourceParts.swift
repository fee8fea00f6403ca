import Sluice

/// What a source consists of, one part after the other: several files, the lives of a followed one,
/// or the one thing that most sources are.
final class SourceParts {
  private var waiting: Waiting
  private let stops: [FeedStop]
  /// Where in the first part reading begins.
  private var start: Int64
  /// Whether positions must say which file they are in.
  let isSeveralFiles: Bool
  /// Whether more comes to its end.
  var isFollowed: Bool { if case .follow = waiting { true } else { false } }
  /// The files that are read, as far as it is files.
  let files: [String]

  private enum Waiting {
    case nothing
    case one(FeedSource)
    case made(ByteSource)
    case files(ArraySlice<String>)
    case follow(FollowedFile)
  }

  /// From a position on. Throws `io` when the position's file is not among the source's, and when a
  /// pattern matches none.
  init(
    _ source: FeedSource, from position: FeedPosition, stops: [FeedStop]
  ) throws(JSONError) {
    self.stops = stops
    start = position.offset
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
        reason: "reading was to go on in \(file), which is another source")
    }
  }

  /// A single part that is open already.
  init(_ source: ByteSource) {
    waiting = .made(source)
    stops = []
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
          reason: "a position in several files must say in which of them it is")
      }
      return files[...]
    }
    guard let first = files.firstIndex(of: file) else {
      throw JSONError(
        .io, at: 0, name: name,
        reason: "reading was to go on in \(file), which is not among its files")
    }
    guard files.lastIndex(of: file) == first else {
      throw JSONError(
        .io, at: 0, name: name,
        reason: "reading was to go on in \(file), which is among its files more than once")
    }
    return files[first...]
  }

  /// Opens the next part; nil: there is none. Throws `io` when it can't be opened; asked again, it
  /// tries again.
  func next() throws(JSONError) -> ByteSource? {
    let source: ByteSource
    switch waiting {
    case .nothing: return nil
    case .made(let made):
      source = made
      waiting = .nothing
    case .one(let one):
      source = try open(one)
      waiting = .nothing
    case .files(let files):
      guard let path = files.first else { return nil }
      source = try open(.file(path))
      waiting = .files(files.dropFirst())
    case .follow(let file):
      source = ByteSource(try file.nextLife(heeding: stops), name: file.path, stops: stops)
    }
    let offset = start
    start = 0
    try source.skip(offset)
    return source
  }

  private func open(_ source: FeedSource) throws(JSONError) -> ByteSource {
    switch source {
    case .file(let path):
      ByteSource(try FileDescriptor(opening: path), name: path, stops: stops)
    case .standardInput:
      ByteSource(FileDescriptor(borrowing: 0, name: source.name), name: source.name, stops: stops)
    case .fileDescriptor(let descriptor, let name):
      ByteSource(FileDescriptor(borrowing: descriptor, name: name), name: name, stops: stops)
    case .bytes(let bytes, let name): ByteSource(bytes, name: name)
    case .files, .glob, .follow:
      throw JSONError(.io, at: 0, name: source.name, reason: "it is not one file")
    }
  }
}
