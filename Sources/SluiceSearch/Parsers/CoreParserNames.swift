// CoreParser's names for types of this module, so that its clients compile unchanged.

/// CoreParser's name for ``SimpleValueJSONParser``.
public typealias SimpleValueJsonParser = SimpleValueJSONParser
