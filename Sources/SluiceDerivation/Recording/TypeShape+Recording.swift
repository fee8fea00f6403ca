import Foundation
import Sluice
import SluiceCodable

extension TypeShape {
  /// Records a type. Throws ``DerivationError`` if it does not take the made-up values, or those of the example.
  init<T: Decodable>(
    of type: T.Type, by decoder: SluiceDecoder, _ example: JSON?
  ) throws(DerivationError) {
    let place = RecordingPlace(path: [], example: example)
    if case .custom = decoder.keyDecodingStrategy {
      throw DerivationError(
        type, at: place.text,
        "the decoder's key strategy is custom, and can't tell which keys a document has")
    }
    let recorded = Recorder(decoder).record(type, place)
    _ = try recorded.value.get()
    self = recorded.shape
  }
}
