import Foundation
import Sluice

/// Feeds that no generator made: from the corpus, and the user's own (`--feed my.ndjson --path a.b`).
enum RealWorkload {
  static func all(_ settings: Settings) -> [Workloads.Entry] {
    let own: [Workloads.Entry] = settings.feeds.map { path in
      let name = URL(fileURLWithPath: path).lastPathComponent
      return ("real.\(name)", { try make(path, UserFile(path, paths: $0.paths), $0) })
    }
    return [("real.webhooks", makeWebhooks), ("real.cellphones", makeCellphones)] + own
  }

  /// What GitHub sends for events of 273 kinds, one per line, 9 KB on average: few have the same fields.
  private static func makeWebhooks(_ settings: Settings) throws -> Workload {
    let payloads = try settings.corpus.payloads()
    let lines = try payloads.map { try JSON(parsing: $0).serialized() }
    let bytes = Array(lines.joined(separator: [0x0A]))
    return try make(
      "webhooks", bytes, ["action", "sender.login", "sender.id", "repository.full_name"], settings)
  }

  /// Products as arrays of nine elements, 350 bytes each.
  private static func makeCellphones(_ settings: Settings) throws -> Workload {
    let bytes = try settings.corpus.document("amazon_cellphones.ndjson")
    return try make("cellphones", bytes, ["0", "1", "5", "7"], settings)
  }

  private static func make(
    _ name: String, _ bytes: [UInt8], _ paths: [String], _ settings: Settings
  ) throws -> Workload {
    try make(name, UserFile(name, bytes, paths: paths), settings)
  }

  private static func make(
    _ name: String, _ file: UserFile, _ settings: Settings
  ) throws -> Workload {
    guard file.isLines else {
      throw Unavailable(description: "\(name) is no feed of lines; compare by --file")
    }
    return try FileWorkload.make(
      "real.\(URL(fileURLWithPath: name).lastPathComponent)", file, settings)
  }
}
