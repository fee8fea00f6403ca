import Results

/// Work that several contenders do on the same input. The answer of the first one is the reference.
struct Workload {
  let name: String
  let input: InputReport
  /// The number of documents, records or statuses that one pass reads.
  let records: Int
  /// The report's word for one record.
  let recordName: String
  var contenders: [any Contender]
  /// Contenders whose heap allocations are counted and reported.
  var counted: [String] = ["sluice"]
  /// Its input, for `--inputs`; otherwise that of a C++ contender.
  var documents: Documents? = nil
  /// Makes the form in which a contender's values are compared: one without an order of keys, for instance.
  var comparable: ([UInt8]) throws -> [UInt8] = { $0 }
}

extension InputReport {
  init(_ name: String, _ bytes: [UInt8], seed: UInt64? = nil) {
    self.init(name: name, bytes: bytes.count, sha256: SHA256.hex(of: bytes), seed: seed)
  }
}
