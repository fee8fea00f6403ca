import Testing

@testable import SluiceImport

@Suite("The keyed hash of what is masked")
struct KeyedHashTests {
  @Test(
    "gives the reference's values",
    arguments: [
      (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (7, 0xab02_00f5_8b01_d137),
      (8, 0x93f5_f579_9a93_2462), (15, 0xa129_ca61_49be_45e5), (63, 0x958a_324c_eb06_4572),
    ] as [(Int, UInt64)])
  func reference(count: Int, expected: UInt64) {
    // The vectors of SipHash-2-4: the key 00 01 … 0f, and the text 00 01 ….
    let hash = KeyedHash(key: (0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908))
    #expect(hash.value(of: (0..<count).map { UInt8($0) }) == expected)
  }

  @Test("has a key that is read as it was written, and others have other hashes")
  func keys() throws {
    let hash = KeyedHash()
    let read = try #require(KeyedHash(hash.text))
    #expect(read.value(of: [1, 2]) == hash.value(of: [1, 2]))
    #expect(KeyedHash().value(of: [1, 2]) != hash.value(of: [1, 2]))
    for text in ["", "00", String(repeating: "g", count: 32), hash.text + "0"] {
      #expect(KeyedHash(text) == nil)
    }
  }
}
