import Sluice
import SluiceFeed
import SluiceKafka

extension KafkaProgress {
  /// Whether a topic is the one that rows were committed to, as far as can be told. Throws if it is not, unless the
  /// caller has chosen what to do.
  ///
  /// A topic that was made anew has another id. Where that is not told, it has fewer partitions, or ends earlier; or it
  /// has more messages by now, and can't be told from the old one. A topic that ends earlier has lost rows, whatever its
  /// id.
  func isOfThis(_ target: KafkaTopic, _ choices: TableChoices) throws(ImportError) -> Bool {
    guard checkpoint.rows > 0, !choices.contains(.restart) else { return true }
    let count = try KafkaSession.partitions(of: target)
    if count != nil, try !isAnother(target, count: count) { return true }
    let (change, choice): (TargetChange, TableChoices) =
      count == nil ? (.gone, .mayBeEmpty) : (.another, .adoptTable)
    guard choices.contains(choice) else {
      throw change.error(target.address.name, source: source.text, rows: checkpoint.rows)
    }
    return false
  }

  private func isAnother(_ target: KafkaTopic, count: Int?) throws(ImportError) -> Bool {
    if let topicID, let id = try ImportError.topic({ () throws(JSONError) in try target.id }),
      id != topicID
    {
      return true
    }
    guard let place else { return false }
    let end = try ImportError.topic { () throws(JSONError) in
      Int(place.partition) < count ?? 0 ? try target.end(of: place.partition) : 0
    }
    return end <= place.offset
  }
}
