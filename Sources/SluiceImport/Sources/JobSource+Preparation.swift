import Sluice
import SluiceFeed
import SluiceSystem

/// What is found out before a file is read: how much of it, and in which framing.
extension JobSource {
  /// Whether it is a tar archive that is not compressed.
  private var isTar: Bool {
    get throws(ImportError) {
      FeedSource.isTar(try bytes(at: 0, count: FeedSource.headSize))
    }
  }

  var isPacked: Bool {
    get throws(ImportError) { FeedSource.isPacked(try bytes(at: 0, count: FeedSource.headSize)) }
  }

  /// Finds out how much of a compressed or transcoded file can be read. For a compressed one that is
  /// everything before the first damaged or incomplete member, which takes one pass of decompression. An archive
  /// is read as a whole or not at all, which takes one pass, too.
  /// False: it was stopped meanwhile.
  ///
  /// Throws when the file is damaged where an earlier run had found it sound.
  func prepare(
    resuming earlier: Checkpoint?, _ options: FeedOptions, _ stop: FeedStop
  ) throws(ImportError) -> Bool {
    guard try !isPlain else { return true }
    let limits = options.decompression
    var archiveEnd: Int64?
    var text = PackedText()
    do throws(JSONError) {
      archiveEnd = try content.archiveEnd(named: name, options, stop)
      if archiveEnd == nil {
        packed = try unsafe content.packedExtent(named: name, limits, stop) { unsafe text.add($0) }
      }
    } catch {
      throw ImportError(.source, "\(error)")
    }
    if stop.isStopped { return false }
    isArchive = archiveEnd != nil
    if let packed {
      packedText = text
      readEnd = packed.end
    } else if let archiveEnd, try isTar {
      // What is appended to it overwrites its end mark, and may leave its size.
      readEnd = archiveEnd
    } else {
      // Nil: all of it, however much that is.
      readEnd = try knownSize()
    }
    if let packed, let earlier, earlier.position.offset > 0,
      !isPackedAnew && packed.end < earlier.fingerprint.size
        || packed.textCount < earlier.position.offset
    {
      throw changed(
        "it was sound up to byte \(earlier.fingerprint.size), and is not any more from byte"
          + " \(packed.end) on")
    }
    return true
  }

  /// Whether its end is the end of what is read: nothing damaged or incomplete comes after it.
  var isWhole: Bool {
    if let packed, case .nothing = packed.rest { return true }
    return packed == nil
  }

  /// What `.auto` chooses for the file, by its text: decompressed and in UTF-8. Leaves the file at its
  /// start.
  func framing(_ options: FeedOptions) throws(ImportError) -> FeedFraming {
    if let framing = content.framing { return framing }
    let framing: FeedFraming
    do throws(ImportError) {
      framing = try choose(options)
    } catch {
      try content.endExamination()
      throw error
    }
    try content.endExamination()
    return framing
  }

  /// The size of a window for its text: a small file needs none that is larger.
  func windowSize(atMost size: Int) throws(ImportError) -> Int {
    guard try isPlainFile else { return size }
    return min(size, max(Int(clamping: try self.size()), JobSource.smallestWindow))
  }

  private static let smallestWindow = 4 << 10

  /// When this returns, the feed is gone, along with the thread that decompresses.
  private func choose(_ options: FeedOptions) throws(ImportError) -> FeedFraming {
    var first = FeedOptions(framing: .auto, depthLimit: options.depthLimit)
    first.decompression = options.decompression
    first.windowSize = try windowSize(atMost: first.windowSize)
    do throws(JSONError) {
      var feed = try feed(first, from: .start, nil)
      return try feed.chosenFraming()
    } catch {
      throw ImportError(.source, "\(error)")
    }
  }
}
