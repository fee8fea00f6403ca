// name: JSON.parse of Node
// package: nodejs
// note: its bytes become a string by TextDecoder before, which refuses what is not UTF-8
"use strict";
const decoder = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true});

function walk(value, sink) {
  if (Array.isArray(value)) {
    sink.code("beginArray");
    for (const one of value) walk(one, sink);
    sink.code("endArray");
  } else if (typeof value === "string") sink.text(value);
  else if (typeof value === "number") sink.real(value);
  else if (typeof value === "boolean") sink.code(value ? "yes" : "no");
  else if (value === null) sink.code("null");
  else {
    sink.code("beginObject");
    for (const key of Object.keys(value)) {
      sink.text(key);
      walk(value[key], sink);
    }
    sink.code("endObject");
  }
}

exports.version = () => process.versions.node;
exports.visit = (bytes, sink) => walk(JSON.parse(decoder.decode(bytes)), sink);
