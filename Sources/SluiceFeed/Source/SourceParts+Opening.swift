import Sluice
import SluiceSystem

/// The parts, opened one after the other.
extension SourceParts {
  /// Opens the next part; nil at the end. Fails with `io` if it can't be opened; the next call tries
  /// again.
  func next() throws(InputEvent) -> ByteSource? {
    if let archive {
      if let member = try archive.files.next() {
        kind = isFirst ? .file : .nextMember
        isFirst = false
        return ByteSource(member, of: archive.source, limits: limits, stops: stops)
      }
      archiveEnd = archive.files.end
      self.archive = nil
    }
    kind = isSeveralFiles ? .file : .again
    let source: ByteSource
    switch waiting {
    case .nothing: return nil
    case .made(let made):
      source = made
      waiting = .nothing
    case .one(let one):
      if let range {
        let input = try InputEvent.asFailures(try input(of: one))
        return try openOnly(range, of: input, name: one.name)
      }
      source = try InputEvent.asFailures(try open(one))
      waiting = .nothing
    case .object(let object):
      let input = object.input(to: .max)
      if let range { return try openOnly(range, of: input, name: object.name) }
      source = ByteSource(input, name: object.name, limits: limits, stops: stops)
      waiting = .nothing
    case .several(let parts):
      guard let part = try next(of: parts) else { return nil }
      source = part
      waiting = .several(parts.dropFirst())
    case .followTopic(let topic):
      do throws(InputEvent) {
        source = ByteSource(try topic.next())
      } catch {
        guard case .stopped = error else { throw error }
        return nil
      }
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
    if let first = firstMember { return try open(first, of: source, at: offset) }
    try source.skip(offset)
    return source
  }

  /// Opens a range of the only part.
  private func openOnly(
    _ range: FeedRange, of input: any ByteInput, name: String
  ) throws(InputEvent) -> ByteSource {
    let bytes = try RangeInput(
      try MemberInput.unpacking(input, for: range, limits: limits, name: name), range,
      from: start, name: name, stops: stops)
    waiting = .nothing
    return ByteSource(bytes, name: name)
  }

  /// Continues with the files of a source that was found to be an archive.
  func enter(_ source: ByteSource) throws(InputEvent) {
    guard !isGrowing, let files = try source.openArchive(members: members) else {
      throw .failed(InputEvent.archive(source.name).asError)
    }
    archive = (files, source)
    isSeveralFiles = true
    isFirst = true
  }

  /// Opens the file of an archive in which reading begins.
  private func open(
    _ first: ByteName, of source: ByteSource, at offset: Int64
  ) throws(InputEvent) -> ByteSource {
    try enter(source)
    while let member = try archive?.files.next() {
      guard ByteName(member.name) == first else { continue }
      let part = ByteSource(member, of: source, limits: limits, stops: stops)
      try part.skip(offset)
      firstMember = nil
      isFirst = false
      return part
    }
    throw .failed(
      JSONError(
        .io, at: 0, name: source.name,
        reason: "reading should resume in \(first), which is not among its files"))
  }

  /// Where the next part is read from.
  private var startOfPart: FeedPosition { FeedPosition(offset: start, line: 0, recordNumber: 0) }

  /// Opens the first of some parts, and has the objects after it received meanwhile.
  private func next(of parts: ArraySlice<Part>) throws(InputEvent) -> ByteSource? {
    guard let first = parts.first else { return nil }
    // What is skipped to is not received from its start.
    let most = start > 0 ? 1 : ahead
    while opened.count < most, case .object(let object) = parts.dropFirst(opened.count).first {
      let input = object.input(to: .max)
      let source = ByteSource(input, name: object.name, limits: limits, stops: stops)
      if start == 0 { try InputEvent.asFailures(try input.startReceiving()) }
      opened.append(source)
    }
    switch first {
    case .file(let path): return try InputEvent.asFailures(try open(.file(path)))
    case .object: return opened.removeFirst()
    case .partition(let partition):
      try InputEvent.asFailures(try partition.begin(from: startOfPart))
      return ByteSource(partition)
    }
  }

  private func open(_ source: FeedSource) throws(JSONError) -> ByteSource {
    if case .bytes(let bytes, let name) = source {
      return ByteSource(bytes, name: name, limits: limits)
    }
    return ByteSource(try input(of: source), name: source.name, limits: limits, stops: stops)
  }

  private func input(of source: FeedSource) throws(JSONError) -> any ByteInput {
    switch source {
    case .file(let path): try FileInput(opening: path)
    case .standardInput: FileInput(borrowing: .standardInput, name: source.name)
    case .fileDescriptor(let descriptor, let name):
      FileInput(borrowing: FileDescriptor(rawValue: descriptor), name: name)
    case .bytes(let bytes, _): MemoryInput(bytes)
    case .address, .files, .glob, .several, .log, .topic:
      throw JSONError(.io, at: 0, name: source.name, reason: "it is not one file")
    }
  }
}
