// name: Jackson
// package: pypi pyspark, which brings its jar
// jars: jackson-core-[0-9]*.jar
// note: its streaming parser over bytes
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadFeature;

final class Jackson implements Score.Contender {
  final JsonFactory factory = JsonFactory.builder().enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER).build();

  public void visit(byte[] text, Score.Sink sink) throws Exception {
    try (JsonParser parser = factory.createParser(text)) {
      int depth = 0, values = 0;
      for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (depth == 0 && ++values > 1) throw new IllegalArgumentException("more than one value");
        switch (token) {
          case START_OBJECT -> { depth++; sink.code(Score.Code.BEGIN_OBJECT); }
          case END_OBJECT -> { depth--; sink.code(Score.Code.END_OBJECT); }
          case START_ARRAY -> { depth++; sink.code(Score.Code.BEGIN_ARRAY); }
          case END_ARRAY -> { depth--; sink.code(Score.Code.END_ARRAY); }
          case FIELD_NAME, VALUE_STRING -> sink.text(parser.getText());
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> sink.real(parser.getDoubleValue());
          case VALUE_TRUE -> sink.code(Score.Code.YES);
          case VALUE_FALSE -> sink.code(Score.Code.NO);
          case VALUE_NULL -> sink.code(Score.Code.NULL);
          default -> throw new IllegalStateException(token.toString());
        }
      }
      if (values == 0) throw new IllegalArgumentException("no value");
    }
  }

  public static void main(String[] words) throws Exception {
    Score.run(new Jackson(), new JsonFactory().version().toString(), words);
  }
}
