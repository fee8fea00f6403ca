import Sluice
import SluiceFeed
import SluiceSystem

/// A path at which one file follows another, and the place of an earlier run in them.
struct FollowedPath {
  let path: String
  /// The path under which progress usually is kept. Only links in its folder are resolved: the last name leads to
  /// different files over time, and may be a link.
  let absolute: String
  /// The name under which progress is kept, which may be that of another folder.
  var source: ByteName
  var evidence = SourceEvidence()
  /// For rotated files that are compressed.
  let decompression: DecompressionLimits

  init(_ path: String, _ options: FeedOptions) {
    self.path = path
    decompression = options.decompression
    let given = FilePath.folder(of: path)
    let folder = FilePath.real(given) ?? given
    absolute = FilePath.path(of: FilePath.name(of: path), in: folder)
    source = ByteName(absolute)
  }

  func file(_ descriptor: FileDescriptor) throws(ImportError) -> JobSource {
    let file = try JobSource(followed: descriptor, name: path, of: self)
    guard try file.isPlain else {
      throw ImportError(
        .source,
        "\(path) is compressed, or in UTF-16 or UTF-32: only plain UTF-8 can be followed by a job;"
          + " import it without following, as often as you like")
    }
    return file
  }

  /// The file at the path; nil: nothing is there yet. Throws when it is something other than a file that can be followed.
  @discardableResult
  func checked() throws(ImportError) -> JobSource? {
    let status: FileStatus
    do throws(SystemError) {
      status = try FileStatus(at: path)
    } catch {
      guard error.code == .noSuchFile else { throw ImportError(.source, "\(path): \(error.code)") }
      return nil
    }
    guard status.isRegular, let found = try JobSource(path: path) else {
      throw ImportError(.source, "\(path) is not a file, and can't be followed")
    }
    _ = try file(found.descriptor)
    return found
  }

  /// The file at the path and those that may be its log's, at one moment.
  struct Inspection {
    let file: JobSource
    let identity: FileIdentity
    /// Nil when the file is only examined.
    let generation: FollowedInput?
    let places: LogPlaces
    /// Without the file at the path.
    let others: [LogPlaces.LogCandidate]
    let listing: Listing

    /// Whether nothing has become of the files since they were listed, but for what is written to the one at the path.
    var isSettled: Bool {
      guard let found = try? listing.places.entries(known: listing.known) else { return false }
      let now = found.filter { $0.file != identity }
      return now.count == others.count
        && zip(now, others).allSatisfy { $0 == $1 && $0.size == $1.size && $0.time == $1.time }
    }
  }

  /// Finds the log's files and what is to be read of them. Repeats until no rotation comes between, so that no file is
  /// missed or found twice. Waits until there is a file at the path. Nil: the job was stopped.
  ///
  /// `held`: the file that a running job has read until now; it may have lost its name.
  func look(
    _ followed: FollowedFile, since earlier: Checkpoint?, held: JobSource? = nil, _ stop: FeedStop
  ) throws(ImportError) -> (Inspection, LogChain)? {
    var looks = 0
    return try repeating { () throws(ImportError) in
      let before = try places(since: earlier)
      let generation: FollowedInput
      do throws(InputEvent) {
        generation = try followed.nextGeneration(heeding: [stop])
      } catch {
        if case .stopped = error, stop.isStopped { return .some(nil) }
        throw ImportError(.source, "\(error.asError)")
      }
      let file = try file(generation.descriptor)
      file.log?.generation = generation
      guard let inspection = try inspect(file, generation, before, since: earlier) else {
        return nil
      }
      return try chain(inspection, earlier, held, &looks).map { (inspection, $0) }
    }
  }

  /// The same for a plan, which does not wait.
  func look(
    at file: JobSource, since earlier: Checkpoint?
  ) throws(ImportError) -> LogChain {
    var looks = 0
    return try repeating { () throws(ImportError) in
      let file = try self.file(file.descriptor)
      let before = try places(since: earlier)
      guard let inspection = try inspect(file, nil, before, since: earlier) else { return nil }
      return try chain(inspection, earlier, nil, &looks)
    }
  }

  /// What is to be read of the files. Nil: something became of them meanwhile.
  ///
  /// What is missing may come at once: a log that was copied and cut during the search is in a file that was not listed, or
  /// that is still incomplete. So a loss is reported only after a moment in which nothing has changed.
  private func chain(
    _ inspection: Inspection, _ earlier: Checkpoint?, _ held: JobSource?, _ looks: inout Int
  ) throws(ImportError) -> LogChain? {
    var search = ChainSearch(self, inspection, earlier, held: held)
    let found: Result<LogChain, ImportError>
    do throws(ImportError) {
      let chain = try search.run()
      guard !search.hasMissed else { return nil }
      guard !chain.gaps.isEmpty else { return chain }
      found = .success(chain)
    } catch {
      guard error.kind == .changedSource else { throw error }
      found = .failure(error)
    }
    if looks < FollowedPath.mostLooks {
      looks += 1
      WorkerThread.sleep(milliseconds: FollowedPath.moment)
      guard inspection.isSettled else { return nil }
    }
    return try found.get()
  }

  /// In milliseconds.
  private static let moment: UInt32 = 100
  /// Before a file that is written to all the time is taken as it is.
  private static let mostLooks = 50

  private func repeating<R>(
    _ body: () throws(ImportError) -> R?
  ) throws(ImportError) -> R {
    for _ in 0..<1000 {
      if let result = try body() { return result }
    }
    throw ImportError(
      .source, "\(path) was rotated again and again while its files were examined")
  }

  /// The files that are in a log's places.
  struct Listing {
    fileprivate let path: String
    fileprivate let places: LogPlaces
    /// The files that belong to the log by any name.
    fileprivate let known: Set<UInt64>
    fileprivate let entries: [LogPlaces.LogCandidate]

    /// Whether no other files have come since, apart from the one at the path, as far as can be seen.
    var isLatest: Bool {
      guard let found = try? places.entries(known: known) else { return false }
      var files = Set(entries.map(\.file))
      if let current = try? FileStatus(at: path) { files.insert(current.identity) }
      return found.allSatisfy { files.contains($0.file) }
    }
  }

  private func places(since earlier: Checkpoint?) throws(ImportError) -> Listing {
    let mark = earlier?.fingerprint.mark
    let places = LogPlaces(of: path, before: mark?.places ?? [])
    var known = Set(mark?.journal?.marks.map(\.file.inode) ?? [])
    if let mark { known.insert(mark.start.file.inode) }
    return Listing(
      path: path, places: places, known: known, entries: try places.entries(known: known))
  }

  /// Nil when something has changed since the listing.
  private func inspect(
    _ file: JobSource, _ generation: FollowedInput?, _ before: Listing, since earlier: Checkpoint?
  ) throws(ImportError) -> Inspection? {
    let after = try places(since: earlier)
    let identity = try file.identity()
    guard before.entries == after.entries, before.places.paths == after.places.paths,
      generation == nil || identity == (try? FileStatus(at: path))?.identity
    else { return nil }
    return Inspection(
      file: file, identity: identity, generation: generation, places: after.places,
      others: after.entries.filter { $0.file != identity }, listing: after)
  }
}

extension JobSource {
  /// A file that is, or was, at a followed path.
  convenience init(
    followed file: FileDescriptor, name: String, of place: FollowedPath
  ) throws(ImportError) {
    try self.init(
      followed: file, name: name, path: place.absolute, source: place.source, place.evidence)
  }
}
