import Sluice
import SluiceFeed
import SluiceSystem

/// The rejects in a file whose rows are imported again, or replaced, by a job that began anew. Once it has come to its
/// end they are removed. Checkpoints keep them until then, as a fact of the fingerprint: `;obsolete=INODE,LENGTH`.
struct ObsoleteRejects: Hashable {
  /// The number of the file. Another file at its path is the one that they were removed from.
  let inode: UInt64
  /// They come before this offset.
  let end: Int64

  static let fact = "obsolete"

  fileprivate init(_ identity: FileIdentity, end: Int64) {
    (inode, self.end) = (identity.inode, end)
  }

  init?(_ text: Substring) {
    let parts = text.parts(at: ",")
    guard parts.count == 2, let inode = UInt64(parts[0]), let end = Int64(parts[1]), end >= 0 else {
      return nil
    }
    (self.inode, self.end) = (inode, end)
  }

  var text: String { "\(inode),\(end)" }
}

extension Checkpoint {
  var obsoleteRejects: ObsoleteRejects? {
    fingerprint.fact(ObsoleteRejects.fact).flatMap { ObsoleteRejects($0) }
  }
}

extension RejectFile {
  /// The rejects of a target, or of some of its sources, that are in the file now; nil when it has not one of them.
  func rejects(
    of target: ByteName, sources: RejectedSources?
  ) throws(ImportError) -> ObsoleteRejects? {
    guard length > 0, let reader, let identity = try identity else { return nil }
    let sources = sources.map(Sources.init)
    var lines = FileLines(of: reader, named: path)
    guard try lines.contains(before: length, { isOf($0, target, sources) }) else { return nil }
    return ObsoleteRejects(identity, end: length)
  }

  /// Removes the rejects of a target, or of some of its sources, by a new file with all other lines, which takes this one's
  /// place. Call it last: what is appended afterwards is lost. Returns what proves that file.
  ///
  /// Does nothing, and returns nil, when the file is no longer the one that had them.
  func remove(
    _ obsolete: ObsoleteRejects, of target: ByteName, sources: RejectedSources?
  ) throws(ImportError) -> FileProof? {
    let sources = sources.map(Sources.init)
    guard let reader, let identity = try identity, identity.inode == obsolete.inode,
      length >= obsolete.end
    else { return nil }
    try RejectFile.importing { () throws(JSONError) in try flush() }
    var lines = FileLines(of: reader, named: path)
    guard try lines.contains(before: obsolete.end, { isOf($0, target, sources) }) else {
      return nil
    }
    let new = try OutputFile.prepared(toReplace: path, isPrivate: true)
    do throws(ImportError) {
      lines = FileLines(of: reader, named: path)
      while let line = try lines.next() {
        if lines.offset > obsolete.end || !isOf(line, target, sources) { try new.write(line) }
      }
      try new.synchronize()
      let proof = try RejectFile.importing { () throws(JSONError) in
        try JSONError.naming(path) { () throws(SystemError) in
          try FileProof(of: new.descriptor, length: new.length)
        }
      }
      try new.takePlace(of: path, .file(identity))
      return proof
    } catch {
      FileSystem.remove(new.path, of: new.identity)
      throw error
    }
  }

  /// Nil: it can't be read.
  var identity: FileIdentity? {
    get throws(ImportError) {
      guard let reader else { return nil }
      return try RejectFile.importing { () throws(JSONError) in
        try JSONError.naming(path) { () throws(SystemError) in try FileStatus(of: reader) }
      }.identity
    }
  }

  private struct Sources {
    let names: Set<ByteName>
    let range: Range<Int64>?

    init(_ sources: RejectedSources) {
      (names, range) = (Set(sources.names.map { ByteName($0) }), sources.range)
    }
  }

  /// Whether a line is a reject of the target. A line that can't be read is not.
  private func isOf(_ line: [UInt8], _ target: ByteName, _ sources: Sources?) -> Bool {
    guard line.starts(with: Reject.beginning) else { return false }
    var reader = JSONReader(options: JSONOptions(checking: .full))
    do {
      return try reader.withDocument(line) { root in
        guard let found = try root[ifPresent: "target"], try ByteName(found.string) == target else {
          return false
        }
        guard let sources else { return true }
        guard sources.names.contains(ByteName(try root["source"].string)) else { return false }
        return try sources.range?.contains(root["offset"].int64) ?? true
      }
    } catch {
      return false
    }
  }
}

/// The lines of an open file, with their newlines.
private struct FileLines {
  private let file: FileDescriptor
  private let name: String
  private var rest: [UInt8] = []
  private var readEnd: Int64 = 0
  /// After the last line.
  private(set) var offset: Int64 = 0

  init(of file: FileDescriptor, named name: String) { (self.file, self.name) = (file, name) }

  /// The next line, or the text after the last newline; nil at the end.
  mutating func next() throws(ImportError) -> [UInt8]? {
    var searched = 0
    while true {
      if let newline = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[...newline])
        rest.removeFirst(line.count)
        offset += Int64(line.count)
        return line
      }
      searched = rest.count
      let (place, file) = (readEnd, file)
      let piece = try RejectFile.importing { () throws(JSONError) in
        try JSONError.naming(name) { () throws(SystemError) in
          try file.bytes(at: place, count: 64 << 10)
        }
      }
      if piece.isEmpty {
        guard !rest.isEmpty else { return nil }
        defer { rest = [] }
        offset += Int64(rest.count)
        return rest
      }
      rest += piece
      readEnd += Int64(piece.count)
    }
  }

  mutating func contains(
    before end: Int64, _ condition: ([UInt8]) -> Bool
  ) throws(ImportError) -> Bool {
    while offset < end, let line = try next() {
      if condition(line) { return true }
    }
    return false
  }
}
