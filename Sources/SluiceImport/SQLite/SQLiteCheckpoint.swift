import Sluice
import SluiceFeed

extension CheckpointForm {
  private static let numbers: Set = [
    "offset", "line", "record", "rows", "rejects", "source_size", "reject_length", "finished",
  ]

  /// As a column for each of its values.
  static let columns: CheckpointForm = {
    let columns = [
      "offset", "line", "record", "rows", "rejects", "source_size", "source_head",
      "source_tail", "reject_file", "reject_length", "finished",
    ]
    return CheckpointForm(
      columns: columns,
      // Whatever others have written there is a number.
      selected: columns.map { numbers.contains($0) ? "CAST(\"\($0)\" AS INTEGER)" : $0 },
      values: { checkpoint in
        [
          "\(checkpoint.position.offset)", "\(checkpoint.position.line)",
          "\(checkpoint.position.recordNumber)", "\(checkpoint.rows)", "\(checkpoint.rejects)",
          "\(checkpoint.fingerprint.size)", checkpoint.fingerprint.head,
          checkpoint.fingerprint.tail, checkpoint.rejectFile?.text,
          "\(checkpoint.rejectFileLength)", checkpoint.isFinished ? "1" : "0",
        ]
      },
      checkpoint: { values, _ in
        func number(_ place: Int) -> Int64 { values[place].flatMap { Int64($0) } ?? 0 }
        return Checkpoint(
          position: FeedPosition(offset: number(0), line: number(1), recordNumber: number(2)),
          rows: number(3), rejects: number(4),
          fingerprint: SourceFingerprint(
            size: number(5), head: values[6] ?? "", tail: values[7] ?? ""),
          rejectFile: values[8].map { ByteName($0) }, rejectFileLength: number(9),
          isFinished: number(10) != 0)
      })
  }()
}
