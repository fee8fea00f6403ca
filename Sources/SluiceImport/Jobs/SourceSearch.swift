import Sluice
import SluiceFeed
import SluiceSystem

/// Finds out under which names the progress of a run's files is kept.
///
/// A file is known by its path without links. One without progress there, or with that of another file, is known by evidence:
/// what was recorded fits its content, and
///
/// - it was given under the same name, whose link leads elsewhere now,
/// - it is the same file under another name (a hard link, or it was renamed or moved),
/// - or its log was rotated: `app.log` to `app.log.1`, `app.log.1` to `app.log.1.gz`.
///
/// Two files with equal content are two sources otherwise.
///
/// A job that begins anew finds its files by the same evidence, so that it forgets all that was imported of them, whatever
/// they were called then.
struct SourceSearch {
  /// What is found of a file.
  struct Name {
    /// The name under which its progress is kept.
    var source: ByteName
    var evidence = SourceEvidence()
    var text = Text.own
    /// Names by which only this file was given, and which it doesn't have now, spelled as its present one.
    var former: [String] = []
  }

  /// How the file's text is known.
  enum Text {
    /// The positions are the file's.
    case own
    /// It is compressed, and the positions are those of its text.
    case unpacked
    /// The same, and all of it was imported before.
    case imported
  }

  private let suffix: String
  private let options: FeedOptions
  private let restarts: Bool
  /// The names of each file.
  private let files: [[FoundFile]]
  private let paths: [ByteName: FoundFile]
  private var known: SourceIndex
  private var names: [Name?]
  private var owners: [ByteName: Int] = [:]
  /// Compressed files whose text is that of another file of the run.
  private(set) var copies: Set<ByteName> = []
  private(set) var notes: [ImportNote] = []

  /// `suffix`: that of a range. `restarts`: everything is read from its start.
  init(
    _ found: [FoundFile], _ known: [KnownSource], range suffix: String, _ options: FeedOptions,
    restarts: Bool
  ) {
    var files: [[FoundFile]] = []
    var places: [FileIdentity: Int] = [:]
    for file in found {
      if let place = places[file.identity] {
        files[place].append(file)
      } else {
        places[file.identity] = files.count
        files.append([file])
      }
    }
    self.files = files
    paths = Dictionary(found.map { (ByteName($0.path), $0) }) { first, _ in first }
    self.known = SourceIndex(known)
    (self.suffix, self.options, self.restarts) = (suffix, options, restarts)
    names = files.map { _ in nil }
  }

  /// The names of the files, by the paths that were given.
  mutating func run() throws(ImportError) -> [ByteName: Name] {
    for file in files.indices { try findByPath(file) }
    for file in files.indices where names[file] == nil { try findByEvidence(file) }
    for file in files.indices where names[file] == nil { try begin(file) }
    var result: [ByteName: Name] = [:]
    for (file, name) in zip(files, names) {
      guard var name else { continue }
      let path = KnownSource.path(in: name.source)
      if restarts, let candidate = known[name.source] {
        name.former = formerNames(of: file, candidate)
      }
      for more in file.flatMap({ [$0.absolute, ByteName($0.path)] }) where more != path {
        name.evidence = name.evidence.adding(more)
      }
      for other in file { result[ByteName(other.given)] = name }
    }
    return result
  }

  private func own(_ file: FoundFile) -> ByteName {
    let name = ByteName(file.path + suffix)
    #if PLANTED
      if PlantedFault.spellings.isOn, let other = known.lookingLike(name) { return other }
    #endif
    return name
  }

  private mutating func set(_ file: Int, _ name: Name) {
    names[file] = name
    owners[name.source] = file
  }

  private mutating func findByPath(_ file: Int) throws(ImportError) {
    for other in files[file] {
      guard let candidate = known[own(other)] else { continue }
      var isOwn = !candidate.isTelling
      if !isOwn { isOwn = try other.isSame(as: candidate.known) }
      guard isOwn else { continue }
      return set(file, Name(source: candidate.known.source, evidence: candidate.evidence))
    }
  }

  private mutating func findByEvidence(_ file: Int) throws(ImportError) {
    var former: KnownSource?
    for other in files[file] {
      let named = known.named(other).filter(\.isTelling)
      former = former ?? named.first { $0.known.source != own(other) }?.known
      for candidate in named + known.linked(other) + known.moved(other)
      where candidate.isTelling && isFree(candidate) {
        if try other.isSame(as: candidate.known) { return adopt(candidate, for: file, other) }
      }
      guard suffix.isEmpty, !known.isEmpty else { continue }
      let log = other.log
      for candidate in known.ofLog(log) where candidate.isTelling {
        let isCompressed = log.isCompressed(candidate.log)
        guard isCompressed || isFree(candidate) else { continue }
        if !isCompressed, try isThere(candidate) { continue }
        guard let text = try text(of: other, as: candidate) else { continue }
        guard isFree(candidate) else {
          copies.insert(ByteName(other.given))
          return
        }
        return adopt(candidate, for: file, other, text.kind, packed: text.packed)
      }
    }
    if let former, let first = files[file].first, known[own(first)] == nil, !restarts {
      notes.append(SourceSearch.note(first, former, continues: false))
    }
  }

  private func isFree(_ candidate: SourceIndex.Candidate) -> Bool {
    owners[candidate.known.source] == nil
  }

  private mutating func adopt(
    _ candidate: SourceIndex.Candidate, for file: Int, _ found: FoundFile, _ text: Text = .own,
    packed: FileProof? = nil
  ) {
    var name = Name(source: candidate.known.source, evidence: candidate.evidence, text: text)
    // As it is given, from its start.
    if restarts { return set(file, Name(source: name.source, evidence: name.evidence.unpacked)) }
    name.evidence.packed = packed ?? name.evidence.packed
    if !candidate.names.contains(ByteName(found.path)) {
      notes.append(SourceSearch.note(found, candidate.known, continues: true))
    }
    set(file, name)
  }

  /// Gives a file that is not known its name.
  private mutating func begin(_ file: Int) throws(ImportError) {
    guard let first = files[file].first, !copies.contains(ByteName(first.given)) else { return }
    if known[own(first)] == nil, try isCopy(first) {
      copies.insert(ByteName(first.given))
      return
    }
    guard let owner = owners[own(first)] else {
      // What is known of another file at its path makes the job refuse it.
      return set(file, Name(source: own(first)))
    }
    guard restarts || suffix.isEmpty && isSuccessor(first, of: owner)
    else {
      throw ImportError(
        .changedSource,
        "\(first.given) is not the file that was imported under this name: that import went on in"
          + " \(files[owner][0].given), which is a source, too. Give only one of them")
    }
    var name: ByteName
    var number = 1
    repeat {
      number += 1
      name = KnownSource.name(ofGeneration: number, at: first.path)
    } while known[name] != nil
    set(file, Name(source: name))
  }

  /// Whether a file at the path of another one came after it: that one was rotated, or has another name now.
  private func isSuccessor(_ file: FoundFile, of owner: Int) -> Bool {
    if files[owner].contains(where: { $0.log.isOfSameLog(as: file.log) }) { return true }
    guard let first = known[own(file)]?.evidence.origins.first else { return false }
    return first == files[owner].first?.origin && first != file.origin
  }

  /// The names by which the rejects of a file that is read anew may be known. A name that another source had, too, which
  /// is not read anew, is not among them.
  private func formerNames(of file: [FoundFile], _ candidate: SourceIndex.Candidate) -> [String] {
    let present = Set(file.flatMap { [$0.absolute, ByteName($0.path)] })
    return candidate.names.filter { name in
      !present.contains(name) && known.named(name).allSatisfy { !$0.isTelling || !isFree($0) }
    }.flatMap { name in file.flatMap { $0.spellings(of: name) } }
  }

  /// Says which file a name leads to. `continues`: whether it has what was imported from the known one.
  static func note(
    _ file: FoundFile, _ known: KnownSource, continues: Bool
  ) -> ImportNote {
    ImportNote(
      kind: continues ? .sameSource : .newSource,
      message: "\(file.given) is \(file.path), which"
        + (continues
          ? " continues what was imported from \(known.path)"
          : " does not continue what was imported from \(known.path) under that name: it is imported as"
            + " another source, from its start"))
  }
}

// MARK: Rotated files

extension SourceSearch {
  /// Whether the file of a source is still where it was.
  private func isThere(_ candidate: SourceIndex.Candidate) throws(ImportError) -> Bool {
    guard let there = FoundFile(candidate.known.path) else { return false }
    return try there.isSame(as: candidate.known)
  }

  /// How a file has the text that was imported from another one of its log; nil: it has another text. `packed`: what proves
  /// a compressed file all of whose text was imported.
  private func text(
    of file: FoundFile, as candidate: SourceIndex.Candidate
  ) throws(ImportError) -> (kind: Text, packed: FileProof?)? {
    if try file.isSame(as: candidate.known) { return (.own, nil) }
    guard file.log.isPacked, !candidate.log.isPacked else { return nil }
    let checkpoint = candidate.known.checkpoint
    let packed = try file.proof()
    if checkpoint.isFinished, candidate.evidence.packed?.hasContent(of: packed) == true {
      return (.imported, packed)
    }
    let unpacked = RotatedFile(unpacking: file.path, file.identity, options)
    guard try unpacked.isFile(of: checkpoint), let size = try unpacked.size() else {
      return nil
    }
    return checkpoint.isFinished && size == checkpoint.position.offset
      ? (.imported, packed) : (.unpacked, nil)
  }

  /// Whether a compressed file has the text of a file of the run that it was made of.
  private func isCopy(_ file: FoundFile) throws(ImportError) -> Bool {
    guard suffix.isEmpty, file.log.isPacked, let original = paths[file.log.unpacked],
      let plain = try JobSource(path: original.given), try plain.isPlain,
      let text = try RotatedFile(unpacking: file.path, file.identity, options).text()
    else { return false }
    let size = try text.size()
    guard size > 0, try plain.size() >= size else { return false }
    return try text.hashes(before: size) == plain.hashes(before: size)
  }
}
