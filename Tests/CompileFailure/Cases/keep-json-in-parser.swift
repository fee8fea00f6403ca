// JSON that a search lends can't be kept by its parser.
import Sluice
import SluiceSearch

final class Keeper: JSONParser<Int> {
  #if BAD
    var kept: LooseJSON?
  #else
    var kept: Sluice.JSON?
  #endif

  override func parseObject(_ data: JSON) -> Int? {
    #if BAD
      kept = data["id"]
    #else
      kept = data["id"]?.raw()
    #endif
    return nil
  }
}
