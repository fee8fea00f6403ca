// The system library itself is C++ and is included by CSimdJSON/Shim only. This header keeps the
// module free of C++ so that Swift can import modules that depend on it.
#pragma once
