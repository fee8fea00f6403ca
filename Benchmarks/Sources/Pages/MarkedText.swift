import Foundation

/// Text between the marks `<!-- NAME:begin -->` and `<!-- NAME:end -->` of a page that people write.
struct MarkedText {
  private let name: String

  init(_ name: String) { self.name = name }

  /// Replaces the text between the marks in a file. Throws if the file lacks them.
  func replace(by text: String, in path: String) throws {
    let (begin, end) = ("<!-- \(name):begin -->", "<!-- \(name):end -->")
    let file = try String(contentsOfFile: path, encoding: .utf8)
    guard let first = file.range(of: begin), let last = file.range(of: end),
      first.upperBound < last.lowerBound
    else { throw Refusal(description: "\(path) lacks \(begin) … \(end)") }
    try String(file[..<first.upperBound] + "\n" + text + file[last.lowerBound...]).write(to: path)
  }
}
