import Sluice
import SluiceSearch
import SluiceSystem

/// Collects logged messages.
final class Messages: Sendable {
  private let messages = LockedValue<[SearchLogSink.Message]>([])

  var sink: SearchLogSink {
    SearchLogSink { message in self.messages.withLock { $0.append(message) } }
  }
  var all: [SearchLogSink.Message] { messages.withLock { $0 } }
  var texts: [String] { all.map(\.text) }
}
