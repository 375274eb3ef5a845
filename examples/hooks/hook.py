"""The hook of the conformance kit, in Python: SEED_URL=http://localhost:4000 python3 hook.py PORT

SEED_URL is where `make` sends new records.
"""
import json, os, sys, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def make(kind, **fields):
    """Inserts a new record and returns it. Replace the body by calls of your own code."""
    body = json.dumps(fields).encode()
    request = urllib.request.Request(f"{os.environ['SEED_URL']}/{kind}", body, {"content-type": "application/json"})
    return json.load(urllib.request.urlopen(request))


def owner_with_member(_):
    owner = make("user", plan="pro", role="owner")
    make("user", teamId=owner["teamId"], role="member")
    return owner


STATES = {
    "writer": lambda p: make("user", plan="pro", role="owner"),
    "stranger": lambda p: make("user", plan="pro", role="owner"),
    "freeCaller": lambda p: make("user", plan="free", role="owner"),
    "reader": lambda p: make("user", teamId=p["teamId"], role="viewer"),
    "member": lambda p: make("user", teamId=p["teamId"], role=p["role"]),
    "ownerWithMember": owner_with_member,
    "oauthUser": lambda p: make("user", plan="pro", role="owner", oauth=True),
    **{kind: lambda p, kind=kind: make(kind, **p) for kind in ("incident", "monitor", "service")},
}


class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["content-length"])))
        state = STATES.get(call["state"])
        self.send_response(200 if state else 404)
        self.end_headers()
        self.wfile.write(json.dumps(state(call.get("params", {})) if state else {}).encode())


if "SEED_URL" not in os.environ or not sys.argv[1:2] or not sys.argv[1].isdecimal():
    sys.exit("usage: SEED_URL=http://localhost:4000 python3 hook.py PORT")
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Hook).serve_forever()
