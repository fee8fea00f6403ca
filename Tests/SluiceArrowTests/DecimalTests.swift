import SluiceArrow
import SluiceFeed
import SluiceRows
import Testing

@Suite("Decimals of batches")
struct DecimalTests {
  private func read(
    _ values: [String], _ form: DecimalForm, contract: ColumnContract = ColumnContract()
  ) throws -> (scaled: [Int128?], rejects: [Reject]) {
    let text = values.map { "{\"d\":\($0)}\n" }.joined()
    let column = try ImportColumn(
      name: "d", type: .decimal, path: ColumnPath(parsing: "d"), contract: contract)
    var rejects: [Reject] = []
    let stream = try ColumnStream(
      RowSelection(columns: [column]), of: JSONFeed(.bytes(Array(text.utf8), name: "t")),
      options: ColumnOptions(otherDecimals: form), rejected: { rejects.append(Reject($0)) })
    var scaled: [Int128?] = []
    while let batch = try stream.next() { scaled += (0..<batch.count).map { batch[0].scaled($0) } }
    return (scaled, rejects)
  }

  @Test("are exact, or reject the record with the column's name")
  func exact() throws {
    let form = try DecimalForm(precision: 5, scale: 2)
    let (scaled, rejects) = try read(
      [
        "1", "1.5", "-1.25", "\"3.10\"", "999.99", "1000", "1.234", "1.230000", "1e2", "0.1e-1",
        "1e-3", "-999.99", "-1000.00", "null", "\"1e400\"", "123456789012345678901234567890",
      ], form)
    #expect(
      scaled == [100, 150, -125, 310, 99999, 123, 10000, 1, -99999, nil].map { $0 as Int128? })
    #expect(rejects.count == 6)
    #expect(rejects.allSatisfy { $0.column == "d" && $0.code == "invalid-value" })
    #expect(rejects.allSatisfy { $0.path == "$.d" })
    #expect(
      rejects.first?.message
        == "expected a number that fits decimal(5, 2) exactly at $.d, found number 1000")
  }

  @Test("have up to 38 digits")
  func wide() throws {
    let nines = String(repeating: "9", count: 38)
    let (scaled, rejects) = try read(
      [nines, "-" + nines, nines + "9"], DecimalForm(precision: 38, scale: 0))
    #expect(scaled == [Int128(nines), Int128("-" + nines)])
    #expect(rejects.count == 1)
  }

  @Test("that do not fit are null, or the default, where the contract says so")
  func contracts() throws {
    let form = try DecimalForm(precision: 3, scale: 1)
    let nulled = try read(["1", "1.23", "2"], form, contract: ColumnContract(mismatch: .null))
    #expect(nulled.scaled == [10, nil, 20])
    let replaced = try read(
      ["1", "1.23", "null"], form,
      contract: ColumnContract(standIn: .decimal("9.5"), mismatch: .null))
    #expect(replaced.scaled == [10, 95, 95])
    let tooLarge = try read(
      ["1", "null"], form, contract: ColumnContract(standIn: .decimal("1000"), mismatch: .null))
    #expect(tooLarge.scaled == [10])
    #expect(tooLarge.rejects.count == 1)
  }

  @Test("need a precision of 1 to 38 and a scale within it")
  func forms() throws {
    #expect(throws: ImportError.self) { try DecimalForm(precision: 39, scale: 0) }
    #expect(throws: ImportError.self) { try DecimalForm(precision: 0, scale: 0) }
    #expect(throws: ImportError.self) { try DecimalForm(precision: 5, scale: 6) }
    #expect(try DecimalForm(precision: 38, scale: 38).description == "decimal(38, 38)")
  }
}
