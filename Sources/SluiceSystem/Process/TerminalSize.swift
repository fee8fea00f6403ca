#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The number of characters that a terminal shows.
package struct TerminalSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size of a terminal at this moment: 80 × 24 where the system does not know it; nil for anything but
  /// a terminal.
  package init?(of descriptor: FileDescriptor) {
    guard descriptor.isTerminal else { return nil }
    var size = winsize()
    let known = unsafe ioctl(descriptor.rawValue, UInt(TIOCGWINSZ), &size) == 0
    columns = known && size.ws_col > 0 ? Int(size.ws_col) : 80
    rows = known && size.ws_row > 0 ? Int(size.ws_row) : 24
  }
}
