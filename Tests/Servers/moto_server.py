#!/usr/bin/env python3
"""S3 as moto plays it (PyPI: moto[server]), on loopback, with objects of this many keys.

Usage: moto_server.py COUNT KEY…

Prints its port, and ends when its standard input does. Each line there is a command as objects.py takes it: `put`
puts an object at a path that begins with the bucket. moto takes any signature; objects.py checks them.
"""
import base64, json, logging, sys
import boto3
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").disabled = True
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
port = server.get_host_and_port()[1]
client = boto3.client(
    "s3", endpoint_url="http://127.0.0.1:%d" % port, region_name="us-east-1",
    aws_access_key_id="x", aws_secret_access_key="x")
client.create_bucket(Bucket="logs")
for number in range(int(sys.argv[1])):
    client.put_object(Bucket="logs", Key="many/%05d" % number, Body=b'{"n":%d}\n' % number)
for key in sys.argv[2:]:
    client.put_object(Bucket="logs", Key="keys/" + key, Body=b'{"key":1}\n')
print(port, flush=True)
for line in sys.stdin:
    command = json.loads(line)
    _, bucket, key = command["put"].split("/", 2)
    client.put_object(Bucket=bucket, Key=key, Body=base64.b64decode(command["body"]))
    print("null", flush=True)
server.stop()
