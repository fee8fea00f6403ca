import Sluice
import SluiceFeed

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is a hole but for some texts: it takes no room, and is read as NUL bytes.
struct SparseFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  init(size: Int) {
    let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    path = "\(folder)/sluice-soak-\(getpid())"
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    precondition(descriptor >= 0 && ftruncate(descriptor, off_t(size)) == 0, "no file can be made")
  }

  func put(_ text: String, at offset: Int) {
    let bytes = Array(text.utf8)
    precondition(unsafe pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count)
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }
}

/// Sizes around 2^31 and 2^32, of documents and of feeds.
func soakSparseFiles() {
  for size in [
    1 << 31 - 1, 1 << 31, 1 << 31 + 1, largest - 1, largest, largest + 1, 1 << 32, 1 << 33,
  ] {
    soakDocument(size)
  }
  soakFeed()
}

/// An array whose second element is the hole: one token of gigabytes that is no value.
private func soakDocument(_ size: Int) {
  let file = SparseFile(size: size)
  file.put("[1,", at: 0)
  file.put(",7]", at: size - 3)
  for (checking, expected) in [
    (JSONChecking.accessed, "1, and 7 at byte \(size - 2)"), (.full, "invalid-literal at byte 3"),
  ] {
    let start = ContinuousClock.now
    var reader = JSONReader(checking: checking)
    var found: String
    do {
      found = try reader.withDocument(contentsOfFile: file.path) { root in
        let last = try root[2]
        return "\(try root[0].int), and \(try last.int) at byte \(last.offset)"
      }
    } catch {
      found = (error as? JSONError).map { "\($0.code) at byte \($0.offset)" } ?? "\(error)"
    }
    report(
      "a file of \(size) bytes, \(checking)",
      found == (size > largest ? "too-large at byte 0" : expected), found, start)
  }
}

/// Records between holes, each of which is a line that is too long.
private func soakFeed() {
  let size = 1 << 33
  let places = [
    0, 1 << 31 - 8, 1 << 31, 1 << 31 + 100 << 20, largest - 4, 1 << 32 - 8, 1 << 32, 1 << 32 + 8,
    size - 10,
  ]
  let file = SparseFile(size: size)
  for (index, place) in places.enumerated() {
    file.put((place == 0 ? "" : "\n") + "[\(index)]\n", at: max(place - 1, 0))
  }
  let start = ContinuousClock.now
  var (found, bad): ([Int], Int) = ([], 0)
  do {
    var feed = try JSONFeed(.file(file.path), options: FeedOptions(checking: .full))
    try feed.forEach { record in
      guard try record.cursor[0].int == found.count else { return }
      found.append(Int(record.offset))
    } rejected: { _ in
      bad += 1
    }
  } catch {
    report("a feed of \(size) bytes", false, "\(error)", start)
  }
  report(
    "a feed of \(size) bytes", found == places && bad == places.count,
    "records at \(found), \(bad) bad", start)
}
