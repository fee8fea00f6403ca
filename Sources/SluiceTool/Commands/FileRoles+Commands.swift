import SluiceFeed
import SluiceImport
import SluiceSystem

extension FileRoles {
  /// The files of a command that reads a feed and may write its bad records.
  init(_ source: FeedSource, _ options: FeedOptions = FeedOptions()) throws(ImportError) {
    self.init()
    try reads(source)
    if case .reject(let path) = options.badRecords { writes(path, as: "the reject file") }
  }

  /// The files of a command that reads documents; `-` is standard input.
  init(documents: [String]) {
    self.init()
    for path in documents {
      if path == "-" {
        reads(descriptor: .standardInput, as: "the document", name: "standard input")
      } else if SourceAddress(ifURL: path) == nil {
        reads(path, as: "the document")
      }
    }
  }
}
