// Decoders of bzip2, xz and LZ4 through libbz2, liblzma and liblz4, each loaded when the first file needs it.
//
// They are not linked: most feeds need none of them, and every command of the tool would pay for loading
// them. So the few functions and structures that Sluice needs are declared in libraries.h; checks.c compares
// them with the libraries' own headers where those are installed.
//
// libarchive has filters for these formats. Tried with its 3.6.2, they are looser: what follows a stream of bzip2
// or LZ4 and is not another one is left out in silence, a second stream that was cut to three bytes included; and
// a bzip2 or xz file cut by one byte yields 589,824 of its 617,780 bytes, without the place of the fault.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Formats.
enum { CDC_BZIP2 = 0, CDC_XZ = 1, CDC_LZ4 = 2 };

/// What a decoder finds. All but the first two end the decoding.
enum {
  CDC_OK = 0,
  /// The end of a stream or frame, whose checksums match.
  CDC_END,
  CDC_DAMAGED,
  CDC_BAD_HEADER,
  CDC_BAD_CHECKSUM,
  /// The library can't tell damage from a wrong checksum.
  CDC_DAMAGED_OR_BAD_CHECKSUM,
  /// The bytes begin no stream or frame.
  CDC_NOT_BEGUN,
  /// It needs more memory than is allowed.
  CDC_TOO_LARGE,
  CDC_NO_MEMORY,
  /// It uses a filter, a check or a version that the library does not know.
  CDC_UNSUPPORTED,
};

/// Loads a format's library, once for the process; any thread may call it. NULL, or why it can't be loaded.
const char *_Nullable cdc_load(int format);

/// The version of a format's library, such as "1.0.8, 13-Jul-2019"; NULL when it does not tell. Only after
/// cdc_load has answered NULL.
const char *_Nullable cdc_version(int format);

typedef struct cdc_decoder cdc_decoder;

/// Makes a decoder that may take about `most` bytes of memory, where the format lets a file choose. NULL
/// when there is no memory. Only after cdc_load has answered NULL. Free the result with cdc_free.
cdc_decoder *_Nullable cdc_make(int format, uint64_t most);

void cdc_free(cdc_decoder *_Nonnull decoder);

/// Prepares for the start of a stream or frame: CDC_OK or CDC_NO_MEMORY.
int cdc_begin(cdc_decoder *_Nonnull decoder);

/// Decodes from `in` to `out` until one of them is used up, or the stream ends. Sets the number of bytes
/// taken and written. Neither count may exceed 2^30. After an error, only cdc_free may follow.
int cdc_decode(cdc_decoder *_Nonnull decoder, const uint8_t *_Nullable in, size_t in_count,
               uint8_t *_Nullable out, size_t out_count, size_t *_Nonnull taken,
               size_t *_Nonnull written);
