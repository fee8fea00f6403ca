import CKafka
import Sluice
import SluiceFeed
import SluiceSystem

extension KafkaProperties {
  /// Loads librdkafka, and opens a client of it. Throws `io` without librdkafka, and for properties that it does
  /// not take.
  ///
  /// `texts`: what `make` gets as C strings; it sets the index of the property that was refused, and returns nil
  /// then.
  package func open(
    _ address: KafkaAddress, _ texts: [String],
    _ make: (
      _ texts: [UnsafePointer<CChar>?], _ properties: [ckf_property], _ failed: inout Int,
      _ fault: inout ckf_fault
    ) -> OpaquePointer?
  ) throws(JSONError) -> OpaquePointer {
    if let reason = unsafe ckf_load().map({ unsafe String(cString: $0) }) {
      throw SourceFault.error(
        address.name,
        "librdkafka can't be loaded (\(reason)): install it (Debian, Ubuntu: apt-get install"
          + " librdkafka1; Homebrew: brew install librdkafka)")
    }
    var failed = all.count
    var fault = ckf_fault()
    let made = unsafe CStrings.with(texts) { texts in
      unsafe CStrings.with(all.flatMap { [$0.name, $0.value] }) { words in
        var pairs = unsafe [ckf_property]()
        for i in unsafe 0..<(words.count / 2) {
          guard let name = unsafe words[2 * i], let value = unsafe words[2 * i + 1] else {
            return unsafe OpaquePointer?.none
          }
          unsafe pairs.append(ckf_property(name: name, value: value))
        }
        return unsafe make(texts, pairs, &failed, &fault)
      }
    }
    guard let made = unsafe made else {
      throw refusal(failed < all.count ? all[failed] : nil, fault.text, address.name)
    }
    return unsafe made
  }

  private func refusal(
    _ property: KafkaAddress.Property?, _ reason: String, _ name: String
  ) -> JSONError {
    guard let property else { return SourceFault.error(name, "librdkafka refuses: \(reason)") }
    return SourceFault.error(
      name,
      "librdkafka does not take the property \(PrintableText.line(property.name))"
        + (property.isSecret ? "" : ": \(reason)"))
  }
}
