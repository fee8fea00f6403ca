// Only for the linker's flags, from pkg-config: the library's own header is included by CContenders, if it is there.
#pragma once
