// A web server of one file, which costs its client as little as a server can: sendfile, loopback, one connection at a
// time. scripts/source-speed reads from it.
//
// http FILE    prints its address, and stays until its standard input ends
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static int file;
static off_t size;

// Reads one request; returns the number of its bytes, or 0 at the end.
static size_t read_request(int connection, char *room, size_t most) {
  size_t count = 0;
  while (count < most - 1) {
    const ssize_t got = recv(connection, room + count, most - 1 - count, 0);
    if (got <= 0) { return 0; }
    count += (size_t)got;
    room[count] = 0;
    if (strstr(room, "\r\n\r\n")) { return count; }
  }
  return 0;
}

static int answer(int connection, const char *request) {
  long long first = 0, last = (long long)size - 1;
  const char *range = strstr(request, "Range: bytes=");
  const int has_range = range != NULL;
  if (range && sscanf(range, "Range: bytes=%lld-%lld", &first, &last) < 1) { return 0; }
  if (last >= (long long)size) { last = (long long)size - 1; }
  char head[512];
  int count = snprintf(head, sizeof head,
                       "HTTP/1.1 %s\r\nContent-Length: %lld\r\nETag: \"one\"\r\n"
                       "Accept-Ranges: bytes\r\n",
                       has_range ? "206 Partial Content" : "200 OK", last - first + 1);
  if (has_range) {
    count += snprintf(head + count, sizeof head - (size_t)count,
                      "Content-Range: bytes %lld-%lld/%lld\r\n", first, last, (long long)size);
  }
  count += snprintf(head + count, sizeof head - (size_t)count, "\r\n");
  if (send(connection, head, (size_t)count, MSG_MORE | MSG_NOSIGNAL) < 0) { return 0; }
  off_t offset = (off_t)first;
  while (offset <= (off_t)last) {
    if (sendfile(connection, file, &offset, (size_t)(last - offset + 1)) <= 0) { return 0; }
  }
  return 1;
}

static void *serve(void *context) {
  (void)context;
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t length = sizeof address;
  if (bind(listener, (struct sockaddr *)&address, length) || listen(listener, 16) ||
      getsockname(listener, (struct sockaddr *)&address, &length)) {
    perror("http");
    exit(1);
  }
  printf("http://127.0.0.1:%d/file\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    const int connection = accept(listener, NULL, NULL);
    if (connection < 0) { continue; }
    char request[8192];
    while (read_request(connection, request, sizeof request) && answer(connection, request)) {}
    close(connection);
  }
}

int main(int count, char **words) {
  struct stat state;
  if (count != 2 || (file = open(words[1], O_RDONLY)) < 0 || fstat(file, &state)) {
    fprintf(stderr, "http: expected a file\n");
    return 2;
  }
  size = state.st_size;
  pthread_t thread;
  pthread_create(&thread, NULL, serve, NULL);
  while (getchar() != EOF) {}
  return 0;
}
