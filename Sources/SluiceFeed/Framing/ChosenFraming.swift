import Sluice

/// The framing of a part's text, with its state.
enum ChosenFraming {
  /// None was chosen, or the one that was is in use.
  case none
  case lines(LineFraming)
  case formedLines(FormedLineFraming)
  case values(ValueFraming)
  case sequence(SequenceFraming)
  case document(DocumentFraming)

  /// The framing of a part that is read from an offset on; 0: from its start. `former`: what makes records of lines that
  /// are not JSON. `start`: where the part was begun to be read.
  init(
    _ framing: FeedFraming, _ former: LineFormer?, _ indexer: RecordIndexer,
    _ rules: FramingRules, from offset: Int64, in start: FeedPosition
  ) {
    func values(_ pointer: JSONPointer?) -> ChosenFraming {
      .values(ValueFraming(pointer, indexer, rules, from: offset, in: start))
    }
    self =
      switch framing {
      case .auto: .none
      case .lines:
        former.map { .formedLines(FormedLineFraming($0, indexer, rules)) }
          ?? .lines(LineFraming(indexer, rules))
      case .concatenated: values(nil)
      case .elements(let pointer): values(pointer)
      case .sequence: .sequence(SequenceFraming(indexer, rules, from: offset))
      case .document: .document(DocumentFraming(indexer, rules, from: offset))
      }
  }

  /// Where a feed must resume, if text before the front belongs to what was not delivered yet.
  var held: FeedPosition? {
    switch self {
    case .none, .lines, .formedLines: nil
    case .values(let framing): framing.held
    case .sequence(let framing): framing.held
    case .document(let framing): framing.held
    }
  }

  /// The number of bytes indexed or scanned to find records other than lines.
  var lookedAt: Int64 {
    switch self {
    case .none, .lines, .formedLines: 0
    case .values(let framing): framing.lookedAt
    case .sequence(let framing): framing.lookedAt
    case .document(let framing): framing.lookedAt
    }
  }

  /// Has a reader read by the framing, which changes meanwhile.
  mutating func read(
    by reader: some TextFramingReader, waits: Bool, _ body: RecordDelivery.Body,
    _ rejected: RecordDelivery.Rejected
  ) throws -> ReadingStep {
    // Taken out, so that nothing of it is copied.
    var taken = ChosenFraming.none
    swap(&taken, &self)
    switch taken {
    case .values(var framing):
      taken = .none
      defer { self = .values(framing) }
      return try reader.read(&framing, waits: waits, body, rejected)
    case .sequence(var framing):
      taken = .none
      defer { self = .sequence(framing) }
      return try reader.read(&framing, waits: waits, body, rejected)
    case .document(var framing):
      taken = .none
      defer { self = .document(framing) }
      return try reader.read(&framing, waits: waits, body, rejected)
    case .none, .lines, .formedLines: preconditionFailure("the framing is of lines")
    }
  }

  /// Applies other rules from here on.
  mutating func apply(_ rules: FramingRules) {
    func changed<F: Framing>(_ framing: F) -> F {
      var framing = framing
      framing.rules = rules
      return framing
    }
    self =
      switch self {
      case .none: .none
      case .lines(let framing): .lines(changed(framing))
      case .formedLines(let framing): .formedLines(changed(framing))
      case .values(let framing): .values(changed(framing))
      case .sequence(let framing): .sequence(changed(framing))
      case .document(let framing): .document(changed(framing))
      }
  }
}

/// What reads by a framing of any type whose records are no lines.
protocol TextFramingReader {
  /// `waits`: whether it may wait for bytes.
  func read<F: TextFraming>(
    _ framing: inout F, waits: Bool, _ body: RecordDelivery.Body,
    _ rejected: RecordDelivery.Rejected
  ) throws -> ReadingStep
}
