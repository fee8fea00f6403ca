import Sluice

/// The verdict on whole documents under `.full`.
final class CheckSluice: WalkingContender {
  let name = "sluice"
  private let documents: Documents
  private var reader = JSONReader(checking: .full)

  init(over documents: Documents) { self.documents = documents }

  func walk(into sink: inout some Sink) throws {
    for bytes in documents.all {
      do {
        try reader.withDocument(padded: bytes) { _ in }
        sink.integer(1)
      } catch is JSONError {
        sink.integer(0)
      }
    }
  }
}
