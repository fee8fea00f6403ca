// name: RapidJSON SAX
// package: rapidjson-dev
#include "score.hpp"

#include "RapidJSON.cpp"

struct Callbacks {
  rapidjson::Reader reader;
  template <class Sink> void visit(std::string_view text, Sink &sink) {
    rapidjson::StringStream stream(text.data());
    Handler<Sink> handler{sink};
    const auto result = reader.Parse<flags>(stream, handler);
    if (!result) { refuse_at(result.Code(), result.Offset()); }
  }
};

SCORE(Callbacks, RAPIDJSON_VERSION_STRING)
