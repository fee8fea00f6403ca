/// The identity of a file while it exists: two names with the same one lead to the same file.
package struct FileIdentity: Hashable, Sendable, CustomStringConvertible {
  package let device: UInt64
  package let inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// Nil if the text is not the ``description`` of an identity.
  package init?(_ text: Substring) {
    guard let (first, second) = text.halves(at: ":"), let device = UInt64(first),
      let inode = UInt64(second)
    else { return nil }
    self.init(device: device, inode: inode)
  }

  package var description: String { "\(device):\(inode)" }
}
