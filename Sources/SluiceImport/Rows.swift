// A job's columns, filter, rows and errors are SluiceRows' types and part of this module's interface:
// a client that writes jobs needs both, and imports this one.
@_exported public import SluiceRows
