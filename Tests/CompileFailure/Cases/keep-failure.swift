// A failed conversion can't be kept: what was found may stand in a document.
import SluiceConvert

func run() {
  Conversion.withFailureHandler({ failure in
    #if BAD
      let kept: Any = failure
    #else
      let kept: Any = failure.description
    #endif
    _ = kept
  }) {}
}
