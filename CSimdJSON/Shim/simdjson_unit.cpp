// All of the shim that needs simdjson's headers, as one unit: reading them takes a second, and each client's build
// compiles the shim. The parts know nothing of each other.
#include "simdjson_versions.h"

#include "engine_simdjson_part.h"
#include "kernels_part.h"
#include "measured_doubles_part.h"
#include "numbers_part.h"
#include "strings_part.h"
