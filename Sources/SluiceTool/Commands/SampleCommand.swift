import SluiceImport
import SluiceSamples

/// `sluice sample`: a sample feed.
struct SampleCommand: Command {
  static let name = "sample"
  static let summary = "write a sample feed"
  static let synopsis = "[--records N] [--shape events|logs] [--seed S]"
  static let discussion = """
    Writes realistic NDJSON records: events are nested, 0.5 to 3 KB each; logs are flat, about 235
    bytes. The same shape, seed and number give the same bytes on every machine.
    """
  static let example = "sluice sample --records 100000 --shape events --seed 1 > events.ndjson"
  static var operands: Operands { .none }
  static let flags = [
    Flag("--records", "N", "how many (default: 1000)"),
    Flag("--shape", "events|logs", "what they look like (default: events)"),
    Flag("--seed", "S", "a number; another one gives other records (default: 1)"),
  ]

  private let records: Int
  private let shape: SampleFeed.Shape
  private let seed: UInt64

  init(_ arguments: ParsedArguments) throws(UsageError) {
    try arguments.noOperands()
    records = try arguments.number("--records", in: 0...(1 << 40)) ?? 1000
    shape = try arguments.choice("--shape", as: SampleFeed.Shape.self) ?? .events
    let text = arguments.value("--seed") ?? "1"
    guard let seed = UInt64(text) else {
      throw UsageError("--seed takes a number from 0 to \(UInt64.max), found \"\(text)\"")
    }
    self.seed = seed
  }

  func files() -> FileRoles { FileRoles() }

  func run() throws -> ExitStatus {
    var feed = SampleFeed(shape: shape, seed: seed)
    try feed.writeRecords(records) { (piece) throws(OutputError) in
      try unsafe StandardOutput.shared.write(contentsOf: piece)
    }
    return .success
  }
}
