import Sluice
import SluiceFeed
import SluiceSystem

/// The bytes of records, to be read again: where they are in a plain file, or a copy in a temporary file
/// without a name.
final class RecordStore {
  private let file: FileDescriptor
  private let path: String
  private let isCopy: Bool
  private var end: Int64 = 0

  /// The store of a source's records.
  init(of source: FeedSource) throws {
    if case .file(let path) = source, try RecordStore.isPlain(path) {
      self.path = path
      isCopy = false
      file = try RecordStore.naming(path) { () throws(SystemError) in
        try FileDescriptor.open(reading: path, waitsForWriter: true)
      }
    } else {
      isCopy = true
      do throws(SystemError) {
        (file, path) = try FileDescriptor.temporary()
      } catch {
        throw RecordStore.fault("make a temporary file", error)
      }
    }
  }

  deinit { file.close() }

  private static func isPlain(_ path: String) throws(JSONError) -> Bool {
    if path.utf8.contains(0) { return false }
    return try PlainFile.size(of: path) != nil
  }

  /// Keeps a record that begins at an offset of the feed. Returns where it is in the store.
  func keep(_ bytes: [UInt8], at offset: Int64) throws -> Int64 {
    guard isCopy else { return offset }
    let start = end
    let written: Result<Void, SystemError> = unsafe bytes.withUnsafeBytes { bytes in
      do throws(SystemError) {
        return unsafe .success(try file.write(bytes))
      } catch {
        return .failure(error)
      }
    }
    if case .failure(let error) = written {
      throw RecordStore.fault("write the temporary file \(path)", error)
    }
    end += Int64(bytes.count)
    return start
  }

  func record(at offset: Int64, count: Int) throws -> [UInt8] {
    try RecordStore.naming(path) { () throws(SystemError) in
      try file.bytes(at: offset, count: count)
    }
  }

  private static func naming<R>(
    _ path: String, _ body: () throws(SystemError) -> R
  ) throws(ImportError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw fault("read \(path)", error)
    }
  }

  private static func fault(_ what: String, _ error: SystemError) -> ImportError {
    ImportError(.source, "can't \(what): \(error.code)")
  }
}
