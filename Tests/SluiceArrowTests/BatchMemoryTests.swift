import CSluiceArrow
import SluiceArrow
import SluiceFeed
import SluiceRows
import SluiceSystem
import TestSupport
import Testing

@Suite("The memory of batches")
struct BatchMemoryTests {
  @Test("is whole huge pages, all of which can be written", arguments: [1, 2 << 20, 5_000_000])
  func regions(bytes: Int) throws {
    let region = try #require(MemoryRegion(bytes: bytes))
    #expect(region.size >= bytes && region.size < bytes + MemoryRegion.pageSize)
    #expect(region.size % MemoryRegion.pageSize == 0)
    #expect(unsafe UInt(bitPattern: region.start) % UInt(MemoryRegion.pageSize) == 0)
    unsafe region.start.initializeMemory(as: UInt8.self, repeating: 0xA5, count: region.size)
    #expect(
      unsafe region.start.loadUnaligned(fromByteOffset: region.size - 1, as: UInt8.self) == 0xA5)
    // What is forgotten can be written again, and is then kept.
    region.forget()
    unsafe region.start.initializeMemory(as: UInt8.self, repeating: 0x5A, count: region.size)
    #expect(unsafe region.start.loadUnaligned(as: UInt8.self) == 0x5A)
  }

  @Test("is refused where a system has not that much", arguments: [0, -1, Int.max, Int.max / 4])
  func impossible(bytes: Int) {
    #expect(MemoryRegion(bytes: bytes) == nil)
  }

  @Test("is divided into pieces that do not overlap")
  func pieces() throws {
    #expect(BatchMemory(bytes: MemoryRegion.pageSize - 1) == nil)
    var random = SeededGenerator(seed: 3)
    let memory = try #require(BatchMemory(bytes: 3 << 20))
    var ends: UInt?
    var taken = 0
    while true {
      let capacity = Int.random(in: 0...100_000, using: &random)
      guard let piece = unsafe memory.allocate(capacity) else {
        // Nothing that would fit is refused.
        #expect(taken + capacity > memory.size)
        break
      }
      let start = UInt(bitPattern: piece)
      #expect(start % 64 == 0 && start >= ends ?? 0)
      ends = start + UInt(capacity)
      taken += (capacity + 63) / 64 * 64
    }
    #expect(taken <= memory.size && taken > memory.size - 100_064)
  }

  @Test("is used again, where it is not more than twice what is needed")
  func spare() throws {
    let page = MemoryRegion.pageSize
    let spare = SpareRegions(limit: 10 * page)
    let (small, large) = (try #require(spare.reuse(2 * page)), try #require(spare.reuse(6 * page)))
    spare.put(large)
    spare.put(small)
    #expect(spare.reuse(2 * page) === small)
    let other = try #require(spare.reuse(page))
    #expect(other !== large && other.size == page)
    #expect(spare.reuse(4 * page) === large)
    #expect(spare.sizes.isEmpty)
  }

  @Test("that is kept has a limit: the oldest goes back to the system")
  func limit() throws {
    let page = MemoryRegion.pageSize
    let spare = SpareRegions(limit: 4 * page)
    for pages in [1, 2, 1, 5, 3] {
      spare.put(try #require(MemoryRegion(bytes: pages * page)))
    }
    // 5 is above the limit; for 3, 1 and 2 had to go.
    #expect(spare.sizes == [page, 3 * page])
  }

  @Test(
    "stays unchanged in a batch that is kept, or an exported column, while others are built in freed memory",
    arguments: ColumnOptions.Strings.allCases)
  func kept(strings: ColumnOptions.Strings) throws {
    let folder = try TemporaryFolder()
    func text(_ row: Int) -> String {
      String(repeating: "text \(row) ", count: 1 + row % 12)
    }
    let rows = 90_000
    let path = try folder.write(
      (0..<rows).map { "{\"n\":\($0),\"s\":\"\(text($0))\"}\n" }.joined(), to: "t.ndjson")
    let columns = try ["n:int=n", "s:text=s"].map { text throws(ImportError) in
      try ImportColumn(parsing: text)
    }
    func isWhole(_ batch: ColumnBatch, from first: Int) -> Bool {
      (0..<batch.count).allSatisfy {
        batch[0].int64($0) == Int64(first + $0) && batch[1].string($0) == text(first + $0)
      }
    }
    func stream() throws -> ColumnStream {
      try ColumnStream(
        RowSelection(columns: columns), of: JSONFeed(.file(path)),
        options: ColumnOptions(strings: strings, batchRows: 30_000))
    }
    let first = try stream()
    let kept = try #require(try first.next())
    // An array that was moved out of the exported batch outlives the rest.
    var exported = unsafe ArrowArray()
    try unsafe #require(try first.next()).export(to: &exported)
    var column = unsafe exported.children[0]!.pointee
    unsafe exported.children[0]!.pointee.release = nil
    unsafe exported.release(&exported)
    // Enough for a region.
    #expect(kept.retainedBytes >= MemoryRegion.pageSize)
    for _ in 0..<3 {
      let later = try stream()
      var next = 0
      while let batch = try later.next() {
        #expect(isWhole(batch, from: next))
        next += batch.count
      }
      #expect(next == rows)
    }
    #expect(isWhole(kept, from: 0))
    let numbers = unsafe column.buffers[1]!.assumingMemoryBound(to: Int64.self)
    #expect((0..<30_000).allSatisfy { unsafe numbers[$0] == Int64(30_000 + $0) })
    unsafe column.release(&column)
  }

  @Test("is no more than the bytes of a batch where a filter takes few of many records")
  func filtered() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write((0..<60_000).map { "{\"n\":\($0)}\n" }.joined(), to: "t.ndjson")
    // 14 MB for all records.
    let columns = try (0..<30).map { number throws(ImportError) in
      try ImportColumn(parsing: "c\(number):int=n")
    }
    let stream = try ColumnStream(
      RowSelection(columns: columns, where: try Filter("n < 10")),
      of: JSONFeed(.file(path)),
      options: ColumnOptions(batchRows: Int(Int32.max), batchBytes: 3 << 20))
    let batch = try #require(try stream.next())
    #expect(batch.count == 10 && batch.retainedBytes <= 4 << 20, "\(batch.retainedBytes)")
  }

  @Test(
    "is of the size that a feed's first piece suggests, whatever comes after it",
    arguments: [1, 2], [4_000, 40_000])
  func changing(threads: Int, long: Int) throws {
    let folder = try TemporaryFolder()
    // Short texts at first, then long ones, then lists.
    func line(_ row: Int) -> String {
      let text = String(repeating: "x", count: row < 20_000 ? row % 7 : row % 90)
      let list = row < long ? "[]" : "[\(row),\(row + 1),null]"
      return "{\"s\":\"\(text)\",\"l\":\(list),\"b\":\(row % 3 == 0 ? "null" : "true")}\n"
    }
    let rows = 60_000
    let path = try folder.write((0..<rows).map(line).joined(), to: "t.ndjson")
    let columns = try ["s:text=s", "l:list<int>=l", "b:bool=b"].map { text throws(ImportError) in
      try ImportColumn(parsing: text)
    }
    var options = FeedOptions()
    options.parallel = threads
    let stream = try ColumnStream(
      RowSelection(columns: columns), of: JSONFeed(.file(path), options: options),
      options: ColumnOptions(strings: .view))
    let batch = try #require(try stream.next())
    #expect(try batch.count == rows && stream.next() == nil)
    for row in 0..<rows {
      let count = row < 20_000 ? row % 7 : row % 90
      let elements = batch[1].elements(row) ?? 0..<0
      let numbers = elements.map { batch[1].children[0].int64($0) }
      let expected: [Int64?] = row < long ? [] : [Int64(row), Int64(row + 1), nil]
      guard batch[0].bytes(row) == [UInt8](repeating: 0x78, count: count), numbers == expected,
        batch[2].bool(row) == (row % 3 == 0 ? nil : true)
      else {
        Issue.record("row \(row)")
        return
      }
    }
  }
}
