import Sluice

/// The fields of a search, compiled: tells candidates by their keys, and reads what they hold.
///
/// Immutable; any number of threads use it at a time.
@usableFromInline
final class SearchPlan: Sendable {
  private let plan: FieldPlan
  private let names: [(name: String, isMandatory: Bool)]
  private let fields: SearchedFields

  @usableFromInline
  init(_ declared: SearchFields, of model: Any.Type) {
    plan = FieldPlan(declared.planFields, declared.layout)
    names = declared.names
    fields = SearchedFields(
      of: model, mandatory: names.filter(\.isMandatory).map { .path($0.name) },
      optional: names.filter { !$0.isMandatory }.map { .path($0.name) })
  }

  @usableFromInline
  func scan(
    _ root: JSONPosition, _ level: JSONParserLogLevel, _ log: SearchLogSink,
    _ nearMisses: NearMissList?
  ) throws(JSONError) -> SearchScan {
    try SearchScan(
      fields, in: root,
      SearchTeller(ObjectIdentifier(self), level, log, nearMisses, sharing: nil))
  }

  /// A frame in which each field has its value: whoever gets it ends it. Nil: a mandatory one can't be
  /// read, and the scan was told. Throws what is wrong with the text.
  @usableFromInline
  func read(
    _ object: JSONPosition, _ scan: borrowing SearchScan, _ unread: inout [NearMiss.Refusal]
  ) throws -> FieldFrame? {
    let frame = try FieldFrame(plan, of: object)
    let tells = scan.tellsOfOptionals
    var (reading, place) = (-1, FieldFrame.absent)
    do {
      try frame.readAll(restart: { unread.removeAll() }) { frame, field, token in
        (reading, place) = (field, token)
        if token == FieldFrame.absent {
          guard try frame.readAbsent(field) else { throw AbsentField() }
        } else if names[field].isMandatory {
          try frame.read(field, at: token)
        } else {
          do {
            try frame.read(field, at: token)
          } catch {
            guard !error.endsSearch else { throw error }
            _ = try frame.readAbsent(field)
            if tells {
              unread.append(SearchPlan.refusal(error, of: names[field].name, at: object.at(token)))
            }
          }
        }
      }
      return frame
    } catch {
      frame.end()
      guard !error.endsSearch, names.indices.contains(reading) else { throw error }
      let value = place == FieldFrame.absent ? nil : object.at(place)
      scan.refuse { SearchPlan.refusal(error, of: names[reading].name, at: value) }
      return nil
    }
  }

  /// A mandatory field that is null, or at the end of a path that leads nowhere.
  private struct AbsentField: Error {}

  private static func refusal(
    _ error: any Error, of field: String, at value: JSONPosition?
  ) -> NearMiss.Refusal {
    guard let value else {
      return NearMiss.Refusal(field: field, reason: "expected a value, found null or nothing")
    }
    guard let error = error as? JSONError, error.location == nil else {
      return NearMiss.Refusal(field: field, reason: "\(error)")
    }
    return NearMiss.Refusal(field: field, reason: error.located(near: value))
  }
}

extension JSONError {
  /// What was expected and found, without line, column and path, which are the object's.
  fileprivate func located(near value: JSONPosition) -> String {
    let finding = ValueFinding(self, at: value)
    let text = summary
    return text.contains(", found") ? text : "\(text), found \(finding.found)"
  }
}

extension Error {
  /// Whether it is about the text or the surroundings, not about a value.
  var endsSearch: Bool {
    if let error = self as? JSONError { return !error.isAboutValue }
    return self is CancellationError
  }
}
