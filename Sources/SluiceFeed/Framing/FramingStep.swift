import Sluice

/// What a framing found next. A step never reads and never throws: what came of it is a value, and the reader delivers it.
enum FramingStep {
  /// A record, which is open in the index.
  case record(RecordExtent)
  /// A record that is not valid.
  case rejected(RecordExtent, JSONError)
  /// Lines without a record, up to an offset in the source.
  case blank(lines: Int64, to: Int64)
  /// The next lines can be read at once.
  case run
  /// That many bytes of the window are done with. The next window begins after them.
  case passed(Int)
  /// The feed can't be read on, for a reason that is no record's. It rests at an offset in the source, after some lines.
  case failed(JSONError, lines: Int64, to: Int64)
}
