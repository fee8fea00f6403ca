"""What is read of a record, written by hand, of what works like a dict: the fastest way there is
for libraries that give dicts."""


def six_of_log(record):
    return (record["timestamp"], record["level"], record["status"], record["duration_ms"],
            record.get("user"), record.get("message"))


def eight_of_event(record):
    payload = record["payload"]
    issue = payload.get("issue")
    return (record["id"], record["type"], record["actor"]["login"], record["repo"]["name"],
            payload.get("size"), None if issue is None else issue["score"], record["public"],
            record["created_at"])


def seven_of_status(status):
    user = status["user"]
    return (status["created_at"], status["id"], status["text"], user["id"], user["screen_name"],
            status["retweet_count"], status["favorite_count"])


def reader(work):
    """The function above that reads a work's columns."""
    return {"timestamp": six_of_log, "id": eight_of_event, "created_at": seven_of_status}[
        work.columns[0][0]]


def summand(work):
    """What a record adds to the sum, or None when the filter does not take it."""
    key, operator, value = work.where
    if operator == "=":
        return lambda record: record["payload"]["size"] if record[key] == value else None
    return lambda record: record["duration_ms"] if record[key] >= value else None


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def counted(summands):
    """How many there are, and their sum."""
    count = total = 0
    for value in summands:
        if value is not None:
            count += 1
            total += value
    return count, total
