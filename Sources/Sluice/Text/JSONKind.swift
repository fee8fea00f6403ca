/// The six kinds of JSON values (RFC 8259 section 3; `true` and `false` count as one kind here).
public enum JSONKind: UInt8, Sendable, Hashable, CaseIterable {
  case object, array, string, number, bool, null
}
