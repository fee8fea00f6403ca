import Results

/// Work that several contenders do on the same input: the first of them is the one whose answer
/// counts.
struct Workload {
  let name: String
  let input: InputReport
  /// How many documents, records or statuses one pass reads.
  let records: Int
  /// What one record is called in the report.
  let recordName: String
  var contenders: [any Contender]
  /// Contenders whose heap allocations are counted and reported.
  var counted: [String] = ["sluice"]
  /// Its input, for `--inputs`; otherwise that of a C++ contender.
  var documents: Documents? = nil
  /// Makes what a contender's values are compared by: where the order of keys is free, for one.
  var comparable: ([UInt8]) throws -> [UInt8] = { $0 }
}

extension InputReport {
  init(_ name: String, _ bytes: [UInt8], seed: UInt64? = nil) {
    self.init(name: name, bytes: bytes.count, sha256: SHA256.hex(of: bytes), seed: seed)
  }
}
