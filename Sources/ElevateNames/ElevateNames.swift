@_exported import SluiceSchema
