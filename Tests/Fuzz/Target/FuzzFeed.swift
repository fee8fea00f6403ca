/// Feeds join here once they can be read from memory.
enum FuzzFeed {
  static func run(_ document: [UInt8], control: UInt8) {}
}
