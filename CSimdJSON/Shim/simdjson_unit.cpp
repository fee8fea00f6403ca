// All of the shim that needs simdjson's headers, as one unit: reading them takes a second, and each client's build
// compiles the shim. The parts know nothing of each other.
#include "simdjson_versions.h"

#include "engine_simdjson.h"
#include "kernels.h"
#include "measured_doubles.h"
#include "numbers.h"
#include "strings.h"
