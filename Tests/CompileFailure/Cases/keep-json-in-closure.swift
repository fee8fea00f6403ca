// JSON that a search lends can't be kept in a closure that outlives the call.
import Sluice
import SluiceSearch

final class Keeper: JSONParser<() -> Int?> {
  override func parseObject(_ data: JSON) -> (() -> Int?)? {
    #if BAD
      return { data["id"]?.int }
    #else
      let id = data["id"]?.int
      return { id }
    #endif
  }
}
