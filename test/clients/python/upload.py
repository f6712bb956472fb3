"""Uploads one image like an HTML form: python3 upload.py <base url> <key> <picture> <output>"""

import http.client
import json
import mimetypes
import os
import sys
import time
import urllib.parse
import uuid

base_url, api_key, picture, output = sys.argv[1:]
server = urllib.parse.urlsplit(base_url)


def send(method, path, body=None, headers=None):
    connection = http.client.HTTPConnection(server.hostname, server.port, timeout=60)
    connection.request(method, path, body, headers or {})
    response = connection.getresponse()
    return response.status, response.read()


def multipart(fields, path):
    boundary = uuid.uuid4().hex
    lines = []
    for name, value in fields.items():
        lines += [
            b"--" + boundary.encode(),
            f'Content-Disposition: form-data; name="{name}"'.encode(),
            b"",
            value.encode(),
        ]
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    with open(path, "rb") as file:
        lines += [
            b"--" + boundary.encode(),
            f'Content-Disposition: form-data; name="image"; filename="{os.path.basename(path)}"'.encode(),
            f"Content-Type: {kind}".encode(),
            b"",
            file.read(),
        ]
    lines += [b"--" + boundary.encode() + b"--", b""]
    return b"\r\n".join(lines), f"multipart/form-data; boundary={boundary}"


key = {"x-api-key": api_key}
body, content_type = multipart(
    {"parameters": json.dumps({"width": "50%", "output_format": "png"})}, picture
)
status, answer = send(
    "POST", "/rest_api/process", body, {**key, "Content-Type": content_type}
)
if status != 200:
    sys.exit(f"{status}: {json.loads(answer)['message']}")
job = json.loads(answer)["job"]

for _ in range(20):
    status, answer = send("GET", f"/rest_api/result/{job}", headers=key)
    record = json.loads(answer)
    if status != 200:
        sys.exit(f"{status}: {record['message']}")
    if record["status"] == "complete":
        break
    time.sleep(2)
else:
    sys.exit("gave up")

path = urllib.parse.urlsplit(record["result_url"]).path
status, data = send("GET", path)
with open(output, "wb") as file:
    file.write(data)

removed, _ = send("DELETE", f"/rest_api/result/{job}", headers=key)
gone, _ = send("GET", path)
print(json.dumps({"name": path.split("/")[-1], "removed": removed, "gone": gone}))
