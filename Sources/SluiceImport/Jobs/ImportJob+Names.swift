import Sluice
import SluiceFeed
import SluiceSystem

/// The names under which the progress of a job's files is kept.
extension ImportJob {
  /// Finds the names of all files, and returns the sources without those that have the text of another one.
  func recognise(_ sources: JobSources) throws(ImportError) -> JobSources {
    objects.names = [:]
    objects.notes = []
    let folder = FilePath.workingFolder
    guard sources.contains(where: { file(of: $0, from: folder) != nil }) else { return sources }
    let known = try known()
    if known.isEmpty, sources.allSatisfy({ file(of: $0, from: folder)?.isPlain ?? true }) {
      return sources
    }
    let found = sources.compactMap { file(of: $0, from: folder) }
    var search = SourceSearch(
      found, known, range: rangeSuffix, options.feed, restarts: sink.restarts)
    objects.names = try search.run()
    objects.notes = search.notes
    return sources.without(search.copies)
  }

  private func file(of source: FeedSource, from folder: String) -> FoundFile? {
    if case .file(let path) = source {
      FoundFile(path, from: folder, in: objects.folders)
    } else {
      nil
    }
  }

  /// What earlier runs have committed. A replacement begins anew with all of its sources.
  private func known() throws(ImportError) -> [KnownSource] {
    guard !sink.keepsRowsBack else { return [] }
    return try sink.knownSources().filter { $0.hasRange(rangeSuffix) }
  }

  /// Opens a file under the name that was found; nil for anything but a regular file.
  func openNamed(_ path: String) throws(ImportError) -> JobSource? {
    guard let name = objects.names[ByteName(path)] else {
      let file = try JobSource(path: path, in: objects.folders)
      note(originOf: file, SourceEvidence())
      return file
    }
    let file: JobSource?
    if case .unpacked = name.text, let packed = FoundFile(path),
      let text = try RotatedFile(unpacking: path, packed.identity, options.feed).text()
    {
      file = try JobSource(
        followed: text.descriptor, name: path, of: FollowedPath(packed.path, options.feed))
    } else {
      file = try JobSource(path: path, in: objects.folders)
    }
    file?.source = name.source
    file?.formerNames = name.former
    if case .own = name.text {
      note(originOf: file, name.evidence)
    } else if !sink.keepsRowsBack {
      file?.set(name.evidence, hasOrigin: false)
    }
    if case .imported = name.text { file?.isImported = true }
    return file
  }

  /// Gives a file the evidence by which it is known, itself included.
  private func note(originOf file: JobSource?, _ evidence: SourceEvidence) {
    if !sink.keepsRowsBack { file?.set(evidence, hasOrigin: true) }
  }

  /// The same for a followed path: its folder, or its name, may lead elsewhere by now.
  func recognise(_ place: inout FollowedPath) throws(ImportError) {
    objects.notes = []
    let own = ByteName(place.absolute)
    let found = FoundFile(place.path)
    var names = [ByteName(FilePath.absolute(place.path)), own]
    if let found { names.append(ByteName(found.path)) }
    let known = try known()
    defer { if sink.restarts { objects.notes = [] } }
    if let mine = known.first(where: { $0.source == own }) {
      place.evidence = mine.checkpoint.fingerprint.evidence
    } else if let found {
      try recognise(&place, found, among: known, names)
    }
    for name in names where name != place.source { place.evidence = place.evidence.adding(name) }
  }

  private func recognise(
    _ place: inout FollowedPath, _ found: FoundFile, among known: [KnownSource], _ names: [ByteName]
  ) throws(ImportError) {
    var former: KnownSource?
    for candidate in known where candidate.checkpoint.position.recordNumber > 0 {
      let evidence = candidate.checkpoint.fingerprint.evidence
      let isNamed = names.contains {
        $0 == ByteName(candidate.path) || evidence.names.contains($0)
      }
      guard isNamed || found.isLink(to: candidate) else { continue }
      // The path that is followed may lead to another folder by now.
      let isFollowed =
        candidate.checkpoint.fingerprint.mark != nil && evidence.names.contains(names[0])
      if !isFollowed, try !found.isSame(as: candidate) {
        if isNamed { former = former ?? candidate }
        continue
      }
      (place.source, place.evidence) = (candidate.source, evidence)
      if isFollowed { return }
      if !evidence.names.contains(ByteName(found.path)),
        ByteName(candidate.path) != ByteName(found.path)
      {
        objects.notes = [SourceSearch.note(found, candidate, continues: true)]
      }
      return
    }
    if let former { objects.notes = [SourceSearch.note(found, former, continues: false)] }
  }
}
