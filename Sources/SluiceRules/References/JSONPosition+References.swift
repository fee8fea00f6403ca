import Sluice

extension JSONPosition {
  /// How many references wait for their object in the scope of this document.
  var pendingReferences: Int { 0 }
  func dropReferences(behind count: Int) {}
}
