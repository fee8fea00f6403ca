import Sluice
import SluiceSchema

extension Twitter {
  /// The mapping of a status in a status.
  static let retweetMapping = LazyMapping { statusSchema }.map { Retweet($0) }
}
