// name: nothing
// note: the harness in JavaScript alone
exports.version = () => "0";
exports.visit = (bytes, sink) => sink.real(bytes.length);
