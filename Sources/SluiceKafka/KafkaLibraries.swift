import CKafka
import SluiceSystem

/// The library that topics are read and written with.
package enum KafkaLibraries {
  /// Loads it.
  package static var all: [LibraryStatus] {
    let reason = unsafe ckf_load().map { unsafe String(cString: $0) }
    let limits = reason == nil && ckf_tells_ids() == 0 ? ", but not their ids (since 2.3)" : ""
    return [
      LibraryStatus(
        loaded: "librdkafka", for: "topics of Kafka" + limits,
        version: unsafe ckf_version().map { unsafe String(cString: $0) }, reason: reason,
        debian: "librdkafka1", homebrew: "librdkafka")
    ]
  }
}
