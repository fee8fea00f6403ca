/// Ends the reading of a feed before its end.
package struct EnoughRecords: Error {
  package init() {}
}
