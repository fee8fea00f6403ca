import Sluice
import SluiceSystem

/// Where the files of a followed log may be: in the folder of its path and in those of its links' targets, now and before.
struct LogPlaces {
  /// The log's path and the targets of its links, each with its folder's links resolved; those of earlier checkpoints
  /// first.
  private(set) var paths: [ByteName] = []
  /// How many of them are of earlier checkpoints.
  private let formerCount: Int
  private let path: String
  /// Whether the path leads, or has led, elsewhere.
  let hasLinks: Bool

  private static let mostFormer = 8

  init(of path: String, before: [ByteName]) {
    self.path = path
    var now: [ByteName] = []
    var next: String? = path
    #if PLANTED
      let most = PlantedFault.links.isOn ? 1 : FilePath.mostLinks
    #else
      let most = FilePath.mostLinks
    #endif
    while let step = next, now.count < most {
      let folder = FilePath.folder(of: step)
      let real = FilePath.path(of: FilePath.name(of: step), in: FilePath.real(folder) ?? folder)
      now.append(ByteName(real))
      next = FilePath.link(at: real).map {
        $0.utf8.first == UInt8(ascii: "/")
          ? $0 : FilePath.path(of: $0, in: FilePath.folder(of: real))
      }
    }
    let former = before.filter { !now.contains($0) }.suffix(LogPlaces.mostFormer)
    formerCount = former.count
    paths = former + now
    hasLinks = paths.count > 1 || now.first != ByteName(FilePath.absolute(path))
  }

  /// A file that may be one of the log's.
  struct LogCandidate: Hashable {
    let path: String
    let file: FileIdentity
    /// Nil: it has another name, and is known as a file.
    let name: RotatedName?
    /// The time of its last change, in nanoseconds since 1970.
    let time: Int64
    let size: Int64

    static func == (a: LogCandidate, b: LogCandidate) -> Bool {
      ByteName(a.path) == ByteName(b.path) && a.file == b.file
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ByteName(path))
      hasher.combine(file)
    }
  }

  /// The files by names of the log, and those in the same folders that are known, whatever their names are.
  ///
  /// Throws when a folder, or one of the files, can't be examined: it may hold the records that come next.
  func entries(known: Set<UInt64>) throws(ImportError) -> [LogCandidate] {
    try entries { _, inode in known.contains(inode) }
  }

  /// The files that have other names than the log's.
  func others() throws(ImportError) -> [LogCandidate] {
    try entries { _, _ in true }.filter { $0.name == nil }
  }

  /// The name of what the path leads to.
  var currentName: RotatedName? {
    guard paths.count > formerCount + 1, let path = paths.last else { return nil }
    let name = FilePath.name(of: path.text).utf8
    return LogPattern(name, isTarget: true).match(name)
  }

  /// The name of a file in the folders that is no UTF-8, by which it can't be opened.
  func illegibleName(of inode: UInt64) -> String? {
    for path in paths {
      let entries = (try? FileSystem.entries(in: FilePath.folder(of: path.text))) ?? []
      if let entry = entries.first(where: { $0.inode == inode && !$0.isUTF8 }) { return entry.name }
    }
    return nil
  }

  private func entries(
    takingOthers: (String, UInt64) -> Bool
  ) throws(ImportError) -> [LogCandidate] {
    var patterns: [ByteName: [LogPattern]] = [:]
    var folders: [(folder: ByteName, isFormer: Bool)] = []
    for (place, path) in paths.enumerated() {
      let folder = ByteName(FilePath.folder(of: path.text))
      if patterns[folder] == nil { folders.append((folder, place < formerCount)) }
      // Only what a link leads to has a name that changes.
      patterns[folder, default: []].append(
        LogPattern(
          FilePath.name(of: path.text).utf8, isTarget: place != formerCount))
    }
    lazy var inUse = LogPlaces.filesInUse()
    var found: [LogCandidate] = []
    for (folder, isFormer) in folders {
      for entry in try list(folder.text, isFormer) {
        var name: RotatedName?
        for pattern in patterns[folder] ?? [] where name == nil {
          name = pattern.match(entry.bytes)
        }
        guard name != nil || takingOthers(folder.text, entry.inode) else { continue }
        let path = FilePath.path(of: entry.name, in: folder.text)
        guard let status = try LogPlaces.status(of: path), status.isRegular else { continue }
        if name == nil, inUse?.contains(status.identity) != false { continue }
        found.append(
          LogCandidate(
            path: shown(path, in: folder.text), file: status.identity, name: name,
            time: status.modified, size: status.size))
      }
    }
    return found.sorted { ByteName($0.path) < ByteName($1.path) }
  }

  /// A path as the caller spells it.
  private func shown(_ path: String, in folder: String) -> String {
    let given = FilePath.folder(of: self.path)
    guard ByteName(FilePath.real(given) ?? given) == ByteName(folder) else { return path }
    return FilePath.path(of: FilePath.name(of: path), beside: self.path)
  }

  private func list(
    _ folder: String, _ isFormer: Bool
  ) throws(ImportError) -> [FileSystem.Entry] {
    do throws(SystemError) {
      return try FileSystem.entries(in: folder)
    } catch {
      if isFormer, error.code == .noSuchFile { return [] }
      throw ImportError(
        .source,
        "the folder \(folder) of \(path) can't be listed, and rotated files in it may hold the records that"
          + " come next: \(error.code). Make it readable, and run the same command again")
    }
  }

  /// The files that this process has open. A database among them would lose its locks when it is opened and closed once
  /// more.
  /// Nil: they can't be listed.
  private static func filesInUse() -> Set<FileIdentity>? {
    guard let open = try? FileSystem.entries(in: "/dev/fd") else { return nil }
    // The descriptor of that list is closed by now.
    let status = open.compactMap { Int32($0.name) }.compactMap { number in
      try? FileStatus(of: FileDescriptor(rawValue: number))
    }
    return Set(status.map(\.identity))
  }

  /// Nil when nothing is at the path.
  private static func status(of path: String) throws(ImportError) -> FileStatus? {
    do throws(SystemError) {
      return try FileStatus(at: path)
    } catch {
      if error.code == .noSuchFile { return nil }
      throw ImportError(
        .source,
        "\(path) can't be examined, and may hold the records that come next: \(error.code). Make it"
          + " readable, or move it away to go on without it, and run the same command again")
    }
  }
}
