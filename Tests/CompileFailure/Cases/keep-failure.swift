// A failed conversion can't be kept: its value may belong to a document.
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
