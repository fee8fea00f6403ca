import Foundation
import Results

/// How cost grows: with a document's size, its depth, the number of keys, the share of strings with
/// escapes, and the share of fields that are wanted. Not part of the default set: `--growth`.
struct GrowthWorkload {
  let name: String
  let unit: String
  let xs: [Int]
  /// The workload at an `x`.
  let make: (Int, Settings) throws -> Workload

  /// Used when something other than size grows.
  private static let bytes = 1 << 20

  static func all(large: Bool) -> [GrowthWorkload] {
    [
      GrowthWorkload(
        name: "growth.size", unit: "bytes of the document",
        xs: (5...14).map { 1 << (2 * $0) } + (large ? [1 << 30] : [])
      ) { try visit("growth.size", GrowthInputs.records(bytes: $0), $1) },
      GrowthWorkload(
        name: "growth.depth", unit: "levels of nesting",
        xs: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1000]
      ) { try visit("growth.depth", GrowthInputs.nested(depth: $0, bytes: bytes), $1) },
      GrowthWorkload(
        name: "growth.keys", unit: "keys of an object, the last is wanted",
        xs: [1, 4, 16, 64, 256, 1024, 4096, 16_384]
      ) { keys, settings in
        try fields(
          "growth.keys", GrowthInputs.keyed(keys: keys, bytes: bytes),
          [GrowthInputs.name(keys - 1)], settings)
      },
      GrowthWorkload(
        name: "growth.escapes", unit: "percent of strings with escapes",
        xs: [0, 1, 5, 10, 25, 50, 75, 100]
      ) {
        try visit("growth.escapes", GrowthInputs.strings(percentEscaped: $0, bytes: bytes), $1)
      },
      GrowthWorkload(
        name: "growth.wanted", unit: "percent of 100 fields that are wanted",
        xs: [1, 2, 5, 10, 20, 50, 100]
      ) { wanted, settings in
        // Spread evenly over the object.
        let names = (0..<wanted).map { GrowthInputs.name($0 * 100 / wanted) }
        return try fields(
          "growth.wanted", GrowthInputs.keyed(keys: 100, bytes: bytes), names, settings)
      },
    ]
  }

  /// Measures the workload at each point, and reports each when it is done.
  func run(_ settings: Settings, _ done: (Growth.Point) -> Void) throws -> Growth {
    var growth = Growth(name: name, unit: unit)
    for x in xs {
      let workload = try make(x, settings)
      var runner = settings.runner
      // Long passes need no repetition, and have no noise that many rounds would even out.
      if workload.input.bytes > 4 << 20 { runner.rounds = min(runner.rounds, 5) }
      if workload.input.bytes > 64 << 20 { runner.rounds = min(runner.rounds, 3) }
      let point = Growth.Point(x: x, runner.run(workload))
      growth.points.append(point)
      done(point)
    }
    return growth
  }

  /// Every value read.
  private static func visit(
    _ name: String, _ bytes: [UInt8], _ settings: Settings
  ) throws -> Workload {
    let documents = Documents([bytes])
    var contenders: [any Contender] = try CppContender.all(
      ["visit.simdjson_ondemand": "simdjson.ondemand", "visit.rapidjson.sax": "rapidjson.sax"],
      over: documents, settings)
    contenders.append(VisitSluice(over: documents))
    contenders.append(
      SpareMemory.suffices(forTreesOf: bytes.count)
        ? VisitJSONSerialization(over: documents) as any Contender
        : MissingContender(
          name: "jsonserialization", because: "its tree would take most of the free memory"))
    return workload(name, bytes, contenders, comparable: VisitText.sorted)
  }

  /// Some fields of each object read.
  private static func fields(
    _ name: String, _ bytes: [UInt8], _ names: [String], _ settings: Settings
  ) throws -> Workload {
    let documents = Documents([bytes, Array(names.joined(separator: "\n").utf8)])
    return workload(
      name, bytes,
      try CppContender.all(
        [
          "fields.simdjson_ondemand": "simdjson.ondemand", "fields.rapidjson.dom": "rapidjson.dom",
        ], over: documents, settings) + [
          FieldsSluice(over: documents, names: names),
          FieldsJSONSerialization(over: documents, names: names),
        ])
  }

  private static func workload(
    _ name: String, _ bytes: [UInt8], _ contenders: [any Contender],
    comparable: @escaping ([UInt8]) throws -> [UInt8] = { $0 }
  ) -> Workload {
    // All values of a large document would take more memory than the document, so only the sums are
    // compared there.
    let isLarge = bytes.count > 4 << 20
    return Workload(
      name: name, input: InputReport(name, bytes, seed: GrowthInputs.seed), records: 1,
      recordName: "document", contenders: isLarge ? contenders.map(BySums.init) : contenders,
      counted: [], comparable: isLarge ? { $0 } : comparable)
  }
}

/// A contender whose sums stand for its values.
private final class BySums: Contender {
  private let contender: any Contender
  var name: String { contender.name }

  init(_ contender: any Contender) { self.contender = contender }

  func run(passes: Int) throws -> Tally { try contender.run(passes: passes) }
  func values() throws -> [UInt8] { Array(try contender.run(passes: 1).line.utf8) }
}

/// Whether there is enough memory for large inputs.
private enum SpareMemory {
  /// JSONSerialization's dictionaries took 32 bytes for each byte of a document of 256 MiB. This assumes
  /// 40, because of the other contenders' buffers, and leaves half of the free memory to others.
  static func suffices(forTreesOf bytes: Int) -> Bool {
    guard bytes > 64 << 20 else { return true }
    guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
      let free = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return false }
    return bytes * 40 < free * 1024 / 2
  }
}
