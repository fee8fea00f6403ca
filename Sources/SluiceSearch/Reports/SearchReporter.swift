import Sluice

/// Reports what a search meets: logs it, and lists it. Exists only when the caller wants reports.
@usableFromInline
final class SearchReporter {
  /// State shared by the searches of one document, including searches inside others.
  final class Memory {
    fileprivate enum Deed { case list, logMandatory, logOptional }

    private struct Done: Hashable {
      let reporter: ObjectIdentifier
      let token: UInt32
      let deed: Deed
    }

    private var done: Set<Done> = []
    private var places: LocationTracker?

    /// Returns whether to report the object: a parser reports each object once.
    fileprivate func begin(
      _ deed: Deed, _ reporter: ObjectIdentifier, _ object: JSONPosition
    ) -> Bool {
      done.insert(Done(reporter: reporter, token: object.token, deed: deed)).inserted
    }

    fileprivate func location(of object: JSONPosition) -> LocationTracker.ObjectLocation {
      // Changed in place: a copy would duplicate everything the tracker has collected.
      if places == nil { places = LocationTracker(for: object) }
      return places!.location(of: object)
    }
  }

  let memory: Memory
  private let level: JSONParserLogLevel
  private let log: SearchLogSink
  private let nearMisses: NearMissList?
  /// The reporting parser's type.
  private let identity: ObjectIdentifier

  /// Returns nil when no reports are wanted.
  init?(
    _ identity: ObjectIdentifier, _ level: JSONParserLogLevel, _ log: SearchLogSink,
    _ nearMisses: NearMissList?, sharing memory: Memory?
  ) {
    guard level != .silent || nearMisses != nil else { return nil }
    self.identity = identity
    self.level = level
    self.log = log
    self.nearMisses = nearMisses
    self.memory = memory ?? Memory()
  }

  var reportsOptionals: Bool { level == .logAllFields }

  /// Reports an object that has some mandatory fields, or has all of them and is rejected.
  func reportNearMiss(
    _ object: JSONPosition, _ fields: SearchedFields, _ rejection: NearMiss.Rejection? = nil
  ) throws(JSONError) {
    guard let missing = try fields.missingMandatory(of: object) else { return }
    if let nearMisses, memory.begin(.list, identity, object) {
      try nearMisses.add { () throws(JSONError) in
        try miss(object, fields, missing, rejection)
      }
    }
    try logAbsent(object, fields, rejection: rejection)
  }

  /// Logs the fields that an object lacks, as far as the level includes them. Logs nothing for an
  /// object without any mandatory field.
  func logAbsent(
    _ object: JSONPosition, _ fields: SearchedFields, rejection: NearMiss.Rejection? = nil,
    unread: [NearMiss.Rejection] = []
  ) throws(JSONError) {
    guard level != .silent, let missing = try fields.missingMandatory(of: object) else { return }
    if !missing.isEmpty || rejection != nil, memory.begin(.logMandatory, identity, object) {
      let miss = try miss(object, fields, missing, rejection)
      write(.error, "⛔️\(miss.model) MISSING MANDATORY FIELDS:", missing, miss)
      let refused = miss.rejection.map { ["\($0)"] } ?? []
      write(.error, "⛔️\(miss.model) UNREADABLE MANDATORY FIELDS:", refused, miss)
    }
    let missingOptional =
      reportsOptionals ? try fields.missing(fields.optional, in: object) : []
    if !missingOptional.isEmpty || !unread.isEmpty, reportsOptionals,
      memory.begin(.logOptional, identity, object)
    {
      let miss = try miss(object, fields, missing, nil)
      write(.warning, "⚠️\(miss.model) MISSING OPTIONAL FIELDS:", missingOptional, miss)
      let words = unread.map(\.description)
      write(.warning, "⚠️\(miss.model) UNREADABLE OPTIONAL FIELDS:", words, miss)
    }
  }

  private func miss(
    _ object: JSONPosition, _ fields: SearchedFields, _ missing: [String],
    _ rejection: NearMiss.Rejection?
  ) throws(JSONError) -> NearMiss {
    let place = memory.location(of: object)
    return NearMiss(
      model: fields.model, missing: missing,
      missingOptional: try fields.missing(fields.optional, in: object),
      rejection: missing.isEmpty ? rejection : nil, path: place.path, line: place.line,
      column: place.column, offset: object.documentOffset)
  }

  private func write(
    _ severity: SearchLogSink.Message.Level, _ title: String, _ lines: [String], _ miss: NearMiss
  ) {
    guard !lines.isEmpty else { return }
    log.write(
      SearchLogSink.Message(
        level: severity, text: ([title] + lines.map { "– \($0)" }).joined(separator: "\n"),
        metadata: [
          "model": miss.model, "path": miss.path, "line": "\(miss.line)",
          "column": "\(miss.column)", "offset": "\(miss.offset)",
        ]))
  }
}
