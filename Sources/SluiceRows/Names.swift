// Columns have names of this type, and so it is a part of this module's interface: a client that names columns needs no
// other import.
@_exported public import struct Sluice.ByteName
