import Foundation
import Testing

/// Every place of the sources that shortens, renames, replaces or removes a file, and what proves that the file is its own.
///
/// `ForeignFileTests` and `ForeignRejectFileTests` put a file of another program in the place of each.
@Suite("A file that is shortened, renamed or removed")
struct ProofListTests {
  /// What a place asks for.
  enum Proof {
    /// The inode, and hashes of the content before the length (`FileProof`).
    case content
    /// A hash of nothing: the file has only a beginning of what is written in its place.
    case beginning
    /// The run made or locked the file, and has it open.
    case open
    /// The name leads to the file that was read, written or made before.
    case identity
    /// It is a socket at which no process listens.
    case socket
    /// The caller has named it as the place to write.
    case named
    /// It is this function that others call with a proof.
    case tool
  }

  private static let list: [String: [(code: String, proof: Proof)]] = [
    "SluiceFeed/Rejects/RejectFile.swift": [
      // Of a line that is the beginning of a reject.
      ("return try cut(to: lineStart)", .beginning), ("descriptor.cut(to: length)", .tool),
      ("try cut(to: length)", .open),
    ],
    "SluiceImport/Jobs/RunRejects.swift": [
      ("try file.takeBack(to: counted)", .open)
    ],
    "SluiceImport/Rejects/RejectFile+Jobs.swift": [("file.cut(to: written.length)", .content)],
    "SluiceImport/Rejects/ObsoleteRejects.swift": [
      ("try new.takePlace(of: path, .file(identity))", .identity),
      ("FileSystem.remove(new.path, of: new.identity)", .identity),
    ],
    "SluiceImport/Rejects/RejectOwner.swift": [
      ("try OutputFile.write(", .identity), ("FileSystem.remove(place)", .identity),
    ],
    "SluiceImport/Sinks/FileReplacement.swift": [
      ("try part.cut(to: partJournal.progress.length)", .content),
      ("try part.cut(to: 0)", .open),
      ("try part.takePlace(of: target, .file(replaced))", .identity),
      ("try partJournal.takePlace(of: journal)", .identity),
      ("FileSystem.remove(part.path, of: part.identity)", .identity),
      ("FileSystem.remove(place, of: part.identity)", .content),
      ("try part.takePlace(of: path, replacement.replaceable)", .identity),
      ("try new.takePlace(of: journal)", .identity),
    ],
    "SluiceImport/Sinks/FileSession.swift": [
      ("try file.cut(to: journal.progress.length)", .content),
      ("try isTornHead(file, writer) { try file.cut(to: 0) }", .beginning),
      ("try? file.takeBack(to: committedLength)", .open),
    ],
    "SluiceImport/Sinks/Leftovers.swift": [
      ("FileSystem.remove(place, of: status.identity)", .identity),
      ("FileSystem.remove(unused.path, of: unused.identity)", .beginning),
    ],
    "SluiceImport/Sinks/OutputFile+Replace.swift": [
      ("try file.takePlace(of: path, replaceable)", .tool),
      ("FileSystem.remove(file.path, of: file.identity)", .identity),
      ("FileSystem.remove(file.path, of: file.identity)", .identity),
    ],
    "SluiceImport/Sinks/OutputFile.swift": [
      ("try descriptor.cut(to: length)", .tool), ("try cut(to: length)", .open),
      ("try FileSystem.rename(path, to: other)", .tool),
      ("try FileSystem.rename(path, toNew: other)", .open),
    ],
    "SluiceImport/Sinks/ProgressJournal.swift": [
      ("try file.cut(to: length)", .content), ("if try file.takeName(path) { return }", .open),
      ("FileSystem.remove(file.path, of: file.identity)", .identity),
      ("FileSystem.remove(file.path, of: file.identity)", .identity),
      ("takeBack(to: length)", .open), ("try file.cut(to: length)", .open),
      ("try new.takePlace(of: path, .file(file.identity))", .identity),
      ("FileSystem.remove(new.path, of: new.identity)", .identity),
      ("try file.takePlace(of: other.path, .file(other.file.identity))", .identity),
      ("FileSystem.remove(path, of: file.identity)", .identity),
    ],
    "SluiceSystem/Files/FileDescriptor+Open.swift": [
      ("unsafe mkstemp(&template)", .open), ("_ = unsafe unlink(path)", .open),
    ],
    "SluiceSystem/Files/FileDescriptor.swift": [("ftruncate(rawValue, off_t(length))", .tool)],
    "SluiceSystem/Files/FileSystem.swift": [
      ("{ unsafe unlink(path) }", .tool),
      ("systemRename(path, other)", .tool), ("systemLink(path, other)", .tool),
      ("unsafe unlink(path)", .open), ("try rename(path, to: other)", .tool),
    ],
    "SluiceSystem/Files/LibraryCalls.swift": [
      ("unsafe rename(path, other)", .tool)
    ],
    "SluiceSystem/Files/LocalSocket.swift": [("FileSystem.remove(path)", .socket)],
    "SluiceTool/Commands/EditCommand.swift": [
      ("try OutputFile.write(new, to: output, over: .anything)", .named),
      ("try OutputFile.write(new, to: file, over: .file(read?.identity))", .identity),
    ],
    "SluiceTool/Output/SummaryFile.swift": [
      ("try OutputFile.write(text, to: path, over: .anything)", .named)
    ],
    "SluiceTool/Reports/Metrics.swift": [
      ("FileSystem.remove(path, of: self.state.withLock { $0.socket })", .identity),
      ("try OutputFile.write(", .named),
    ],
  ]

  /// Calls that take bytes or a name from a file.
  private let call =
    /\b(?:unlink|unlinkat|rmdir|ftruncate|mkstemp|removeItem|moveItem|replaceItem|replaceItemAt|rename|systemRename|systemLink|takePlace|takeName|createFile|freopen)\(|\bcut\(to:|\btakeBack\(to: \w+\)|O_TRUNC|FileSystem\.remove\(|OutputFile\.write\(|atomically:/
    .wordBoundaryKind(.simple)

  @Test("is one whose place is in this list, with the proof that it asks for")
  func all() throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources").standardizedFileURL
    let base = sources.path(percentEncoded: false)
    let names = try #require(FileManager.default.enumerator(atPath: base))
    var found: [String: [String]] = [:]
    for case let path as String in names where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      for line in text.split(separator: "\n") {
        let code =
          line.split(separator: "//").first.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        guard isFileCall(code) else { continue }
        found[path, default: []].append(code)
      }
    }
    for path in Set(found.keys).union(ProofListTests.list.keys).sorted() {
      let (codes, known) = (found[path] ?? [], ProofListTests.list[path] ?? [])
      #expect(codes.count == known.count, "\(path) has \(codes)")
      for (code, entry) in zip(codes, known) {
        #expect(code.contains(entry.code), "\(path): \(code) is not in the list")
      }
    }
  }

  /// Not a declaration, nor a call by such a name of what is no file.
  private func isFileCall(_ code: String) -> Bool {
    code.replacing(/func \w+\(/, with: "").replacing(/(?:tree|stream)\.rename\(/, with: "")
      .contains(call)
  }
}
