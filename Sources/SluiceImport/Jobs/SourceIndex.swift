import Sluice
import SluiceFeed
import SluiceSystem

/// What earlier runs have committed, to be found by what a file may have in common with it.
struct SourceIndex {
  /// A known source, with what is in its name.
  struct Candidate {
    let known: KnownSource
    let evidence: SourceEvidence
    let log: LogName

    init(_ known: KnownSource) {
      self.known = known
      evidence = known.checkpoint.fingerprint.evidence
      log = LogName(known.path)
    }

    /// The path, and the names under which it was given.
    var names: [ByteName] { [ByteName(known.path)] + evidence.names }

    /// Whether something was imported, so that its content tells it.
    var isTelling: Bool { known.checkpoint.position.recordNumber > 0 }
  }

  private let candidates: [Candidate]
  private var sources: [ByteName: Int] = [:]
  /// By path, and by the names under which it was given.
  private var names: [ByteName: [Int]] = [:]
  private var logs: [ByteName: [Int]] = [:]
  private var origins: [FileOrigin: [Int]] = [:]
  /// By the files that are at the paths; only for files with several names.
  private lazy var files: [FileIdentity: [Int]] = {
    var files: [FileIdentity: [Int]] = [:]
    for (place, candidate) in candidates.enumerated() {
      guard let status = try? FileStatus(at: candidate.known.path) else { continue }
      files[status.identity, default: []].append(place)
    }
    return files
  }()

  init(_ known: [KnownSource]) {
    // Those of which the most was imported first: their content tells the most.
    candidates = known.map { Candidate($0) }.sorted {
      ($1.known.checkpoint.position.offset, $0.known.source)
        < ($0.known.checkpoint.position.offset, $1.known.source)
    }
    for (place, candidate) in candidates.enumerated() {
      sources[candidate.known.source] = place
      for name in candidate.names {
        names[name, default: []].append(place)
      }
      logs[candidate.log.log, default: []].append(place)
      for origin in candidate.evidence.origins { origins[origin, default: []].append(place) }
    }
  }

  var isEmpty: Bool { candidates.isEmpty }

  subscript(source: ByteName) -> Candidate? { sources[source].map { candidates[$0] } }

  /// Those that were given by one of a file's names.
  func named(_ file: FoundFile) -> [Candidate] {
    Set([file.absolute, ByteName(file.path)].flatMap { names[$0] ?? [] }).sorted()
      .map { candidates[$0] }
  }

  func named(_ name: ByteName) -> [Candidate] { (names[name] ?? []).map { candidates[$0] } }

  /// Those that were imported from the file itself, whatever it was called then.
  func moved(_ file: FoundFile) -> [Candidate] {
    guard !origins.isEmpty, let origin = file.origin else { return [] }
    return (origins[origin] ?? []).map { candidates[$0] }
  }

  /// Those whose path leads to the file itself.
  mutating func linked(_ file: FoundFile) -> [Candidate] {
    guard file.hasLinks else { return [] }
    return (files[file.identity] ?? []).map { candidates[$0] }
  }

  /// Those of the same log.
  func ofLog(_ log: LogName) -> [Candidate] {
    let former = log.former.flatMap { names[$0] } ?? []
    return Set((logs[log.log] ?? []) + former).sorted().map { candidates[$0] }
  }

  #if PLANTED
    func lookingLike(_ name: ByteName) -> ByteName? {
      candidates.first { $0.known.source.text == name.text }?.known.source
    }
  #endif
}
