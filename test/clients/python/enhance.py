"""Enlarges one image: python3 enhance.py <base url> <key> <picture> <output folder>"""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request

base_url, api_key, picture, folder = sys.argv[1:]


def call(method, path, payload=None):
    request = urllib.request.Request(
        f"{base_url}/rest_api/{path}",
        data=json.dumps(payload).encode() if payload is not None else None,
        headers={"x-api-key": api_key, "Content-Type": "application/json"},
        method=method,
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def main():
    with open(picture, "rb") as file:
        data = base64.b64encode(file.read()).decode()
    record = call(
        "POST",
        "process_result",
        {"url": "base64," + data, "width": "200%", "output_format": "png"},
    )
    tries = 0
    while record["status"] in ("received", "not_started", "in_progress"):
        if tries == 60:
            sys.exit("gave up")
        tries += 1
        time.sleep(1)
        record = call("GET", "result/" + record["job"])
    if record["status"] != "complete":
        sys.exit(f"unexpected status {record['status']}")

    name = record["result_url"].rsplit("/", 1)[1]
    os.makedirs(folder, exist_ok=True)
    with urllib.request.urlopen(record["result_url"]) as source:
        with open(os.path.join(folder, name), "wb") as target:
            target.write(source.read())
    account = call("GET", "me")
    print(json.dumps({"name": name, "credits": account["credits"]}))


try:
    main()
except urllib.error.HTTPError as error:
    sys.exit(f"{error.code}: {json.load(error)['message']}")
