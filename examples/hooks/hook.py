"""The hook of the conformance kit, in Python: SEED_URL=http://localhost:4000 python3 hook.py PORT"""
import json, os, sys, urllib.error, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

def insert(table, **fields):
    """Inserts a record, or reads that of `incident/ID`, and returns it as stored. Replace the body by calls of your own code."""
    body = json.dumps(fields).encode()
    request = urllib.request.Request(f"{os.environ['SEED_URL']}/{table}", body, {"content-type": "application/json"})
    try: return json.load(urllib.request.urlopen(request))
    except urllib.error.HTTPError as error:
        if error.code != 404: raise

def make(kind, fields, id=None):
    """Returns None for what it cannot make; fields that do not come back are left out of the verdict."""
    if id: return insert(f"incident/{id}") if kind == "incident" else None
    if kind in ("team", "incident", "monitor", "service"): return insert(kind, **fields)
    if kind != "account": return None
    role = fields.get("role") or ("viewer" if fields.get("scope") == "read" else "owner")
    user = insert("user", teamId=fields["teamId"], role=role, oauth="password" in fields)
    return {**user, "scope": "read" if role == "viewer" else "write", "owner": role == "owner"}

class Hook(BaseHTTPRequestHandler):
    def do_POST(self):
        call = json.loads(self.rfile.read(int(self.headers["content-length"])))
        made = make(call["kind"], call["fields"], call.get("id"))
        self.send_response(200 if made else 404)
        self.end_headers()
        self.wfile.write(json.dumps(made or {}).encode())

ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Hook).serve_forever()
