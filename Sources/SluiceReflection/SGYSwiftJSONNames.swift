// SGYSwiftJSON's names for types of this module, so that its clients compile unchanged.

/// SGYSwiftJSON's name for ``JSONSerializer``.
public typealias SGYJSONSerializer = JSONSerializer

/// SGYSwiftJSON's name for ``JSONDeserializer``.
public typealias SGYJSONDeserializer = JSONDeserializer

/// SGYSwiftJSON's name for ``JSONDeserializer/DateConversion``.
public typealias SGYJSONDateConversionBlock = JSONDeserializer.DateConversion

/// SGYSwiftJSON's name for ``CollectionReflection``.
public typealias SGYCollectionReflection = CollectionReflection

/// SGYSwiftJSON's name for ``DictionaryReflection``.
public typealias SGYDictionaryReflection = DictionaryReflection
