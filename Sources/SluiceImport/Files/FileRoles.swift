import Sluice
import SluiceFeed
import SluiceSystem

/// The files that a command reads and writes, by the part that each plays. A file may be read under several
/// names; a file that is written must play only that part.
///
/// Compares what the names lead to, so that links, `./` and `/dev/stdin` hide nothing: the device and the
/// inode of a file that exists, and the path that would be created for one that does not.
package struct FileRoles {
  /// A file and the part it plays.
  private struct Role {
    /// Such as `the reject file`.
    let part: String
    let name: String
    /// The number of a standard stream.
    var descriptor: FileDescriptor?
    /// Nil: a pipe, a terminal or a device, which may play several parts.
    let identity: NamedFile?

    var words: String { "\(part) \(name)" }
  }

  /// The logs that are followed, and are not there yet.
  package private(set) var awaited: [String] = []
  private var read: [Role] = []
  private var written: [Role] = []
  /// The files of sources that are there, which may be many.
  private var sources: [(names: [String], identities: [FileIdentity?])] = []

  package init() {}

  package mutating func reads(_ path: String, as part: String) {
    read.append(Role(part: part, name: path, identity: NamedFile(at: path)))
  }

  /// Adds all files of a source.
  package mutating func reads(_ source: FeedSource) throws(ImportError) {
    switch source {
    case .log(let path):
      reads(path, as: FileRoles.source)
      if FileRoles.isMissing(path) { awaited.append(path) }
    case .file(let path): reads(path, as: FileRoles.source)
    case .files(let paths): reads(paths)
    case .glob(let pattern):
      reads(try ImportError.reading { try Glob.files(matching: pattern) })
    case .standardInput:
      reads(descriptor: .standardInput, as: FileRoles.source, name: "standard input")
    case .fileDescriptor(let descriptor, let name):
      reads(descriptor: FileDescriptor(rawValue: descriptor), as: FileRoles.source, name: name)
    case .several(let sources): for source in sources { try reads(source) }
    case .bytes, .address, .topic: break
    }
  }

  /// Whether nothing is at a path; not where that can't be examined.
  private static func isMissing(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(at: path)
      return false
    } catch {
      return error.code == .noSuchFile
    }
  }

  /// Adds files, each by what it is only.
  private mutating func reads(_ paths: [String]) {
    var identities: [FileIdentity?] = []
    identities.reserveCapacity(paths.count)
    for path in paths {
      let status = try? FileStatus(at: path)
      identities.append(status?.isRegular == true ? status?.identity : nil)
      // What it would create is known by its path.
      if status == nil { reads(path, as: FileRoles.source) }
    }
    sources.append((paths, identities))
  }

  private static let source = "the source"

  package mutating func reads(descriptor: FileDescriptor, as part: String, name: String) {
    read.append(
      Role(
        part: part, name: name, descriptor: descriptor, identity: NamedFile(of: descriptor)))
  }

  /// Adds a file that is written. `endings`: the endings of the files that are kept with it.
  package mutating func writes(_ path: String, as part: String, besides endings: [String] = []) {
    let identity = NamedFile(at: path)
    written.append(Role(part: part, name: path, identity: identity))
    // Next to the link, and next to the file that it leads to.
    let places = Set(([path] + (identity.map { [$0.path] } ?? [])).map { ByteName($0) })
    for ending in endings {
      let beside = Set(places.compactMap { NamedFile(at: $0.text + ending) })
      for identity in beside {
        written.append(
          Role(part: "what is kept beside \(part),", name: path + ending, identity: identity))
      }
    }
  }

  /// Adds a standard stream, or another open descriptor.
  package mutating func writes(descriptor: FileDescriptor, as part: String) {
    written.append(
      Role(
        part: part, name: "", descriptor: descriptor, identity: NamedFile(of: descriptor)))
  }

  /// Whether a standard stream leads to one of these files by itself, and not as one of their streams.
  package func include(descriptor: FileDescriptor) -> Bool {
    guard let identity = NamedFile(of: descriptor) else { return false }
    func isIt(_ role: Role) -> Bool { role.identity == identity && role.descriptor != descriptor }
    return read.contains(where: isIt) || written.contains(where: isIt)
      || sources.contains { $0.identities.contains { $0 == identity.identity && $0 != nil } }
  }

  /// Throws when a file that would be written plays another part, too. Costs one look-up per file.
  package func check() throws(ImportError) {
    var parts: [NamedFile: Role] = [:]
    for role in written {
      guard let identity = role.identity else { continue }
      if let other = parts[identity], !FileRoles.mayShare(role, other) {
        throw FileRoles.clash(role, other)
      }
      parts[identity] = parts[identity] ?? role
    }
    for role in read {
      guard let identity = role.identity, let other = parts[identity] else { continue }
      throw FileRoles.clash(other, role)
    }
    let files = Dictionary(
      written.compactMap { role in role.identity?.identity.map { ($0, role) } }
    ) { first, _ in first }
    for (names, identities) in sources {
      for (name, identity) in zip(names, identities) {
        guard let identity, let other = files[identity] else { continue }
        throw FileRoles.clash(other, Role(part: FileRoles.source, name: name, identity: nil))
      }
    }
  }

  /// Standard output and standard error may lead to one file: redirecting both there mixes them on purpose.
  private static func mayShare(_ one: Role, _ other: Role) -> Bool {
    one.descriptor != nil && other.descriptor != nil
  }

  private static func clash(_ written: Role, _ other: Role) -> ImportError {
    ImportError(
      .sameFile,
      "\(written.words.trimmed) is the same file as \(other.words.trimmed): nothing was written. Give"
        + " each a file of its own")
  }
}

extension String {
  /// Without a space at its end.
  fileprivate var trimmed: String { hasSuffix(" ") ? String(dropLast()) : self }
}
