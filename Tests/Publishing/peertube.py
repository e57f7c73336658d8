"""The part of PeerTube's REST API that an upload needs, as docs.joinpeertube.org describes it. User ann, password sécret.

Uploads follow github.com/kukhariev/node-uploadx (proto.md), which PeerTube uses. In the faults, N is the number of a piece sent, from 1,
or "all": login (status, or "two-factor"), me, init (statuses), pieces {N: status}, cut {N: bytes, which are kept}, lose {N: bytes that
are kept of the whole}, hang {N: bytes}, limit (bytes of a piece, else 413), lost (the video is created, and the answer is lost: "gone",
"busy" or "told"), chapters (status), tokens (pieces for which a token is valid), retry (seconds).
"""
import hashlib
import json
import os
import re
import urllib.parse

import standin

UPLOAD = "/api/v1/videos/upload-resumable"
CLIENT = {"client_id": "v1ikx5hnfop4mdpnci8nsqh93c45rldf", "client_secret": "AjWiOapPltI6EnsWQwlFarRtLh4u8tDt"}
CHANNELS = [{"id": 7, "name": "ann_channel", "displayName": "Ann"}, {"id": 8, "name": "lectures", "displayName": "L"}]


class PeerTube(standin.Handler):
    def path_of(self, upload):
        return os.path.join(self.server.folder, upload)

    def is_user(self):
        state = self.server.state
        return "token" in state and self.headers.get("Authorization") == "Bearer " + state["token"]

    def fault(self, name):
        faults = self.faults.get(name, {})
        return faults.get(str(self.server.state.get("pieces", 0)), faults.get("all"))

    def do_GET(self):
        self.note(asked="GET " + self.path)
        if self.path == "/api/v1/oauth-clients/local":
            return self.answer(200, CLIENT)
        if self.path == "/api/v1/users/me":
            status = self.faults.get("me", 200 if self.is_user() else 401)
            return self.answer(status, {"username": "ann", "videoChannels": CHANNELS if status == 200 else []})
        self.answer(404)

    def do_POST(self):
        body = bytearray()
        self.take(body.extend)
        self.note(asked="POST " + self.path)
        if self.path == "/api/v1/users/token":
            return self.log_in(dict(urllib.parse.parse_qsl(body.decode())))
        if self.path != UPLOAD or not self.is_user():
            return self.answer(401 if self.path == UPLOAD else 404)
        if "init" in self.faults:
            return self.answer(self.faults["init"], {"detail": "The file is too large", "code": "max_file_size_reached"})
        size, meta = int(self.headers["X-Upload-Content-Length"]), json.loads(body)
        upload = hashlib.sha256(f"{size}{meta['name']}{meta['lastModified']}".encode()).hexdigest()[:16]
        self.note(begun=meta, type=self.headers["X-Upload-Content-Type"], size=size)
        had = os.path.exists(self.path_of(upload))
        open(self.path_of(upload), "ab").close()
        self.server.state[upload] = {"size": size, "name": meta["name"]}
        # The client must not trust this host.
        self.answer(200 if had else 201, None, Location=f"//else.where{UPLOAD}?upload_id={upload}&x=1")

    def log_in(self, form):
        self.note(login={key: value for key, value in form.items() if key != "password"})
        fault = self.faults.get("login")
        if fault:
            code = "missing_two_factor" if fault == "two-factor" else "invalid_grant"
            return self.answer(401 if fault == "two-factor" else fault, {"code": code, "error": "no"})
        known = {**CLIENT, "grant_type": "password", "response_type": "code", "username": "ann", "password": "sécret"}
        if form != known:
            return self.answer(400, {"code": "invalid_grant"})
        state = self.server.state
        state["logins"] = state.get("logins", 0) + 1
        state["token"] = f"token{state['logins']}"
        self.answer(200, {"access_token": state["token"], "token_type": "Bearer", "expires_in": 14399})

    def do_DELETE(self):
        upload = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)["upload_id"][0]
        self.note(asked="DELETE", authorised=self.is_user())
        if self.is_user() and os.path.exists(self.path_of(upload)):
            os.unlink(self.path_of(upload))
        self.answer(204)

    def do_PUT(self):
        url = urllib.parse.urlparse(self.path)
        if url.path.endswith("/chapters"):
            return self.chapters(url.path)
        state = self.server.state
        if not self.is_user():
            return self.refuse(401)
        upload = urllib.parse.parse_qs(url.query)["upload_id"][0]
        path = self.path_of(upload)
        if not os.path.exists(path):
            lost = state.get("lost")
            return self.refuse({"busy": 503}.get(lost, 404)) if lost != "told" else self.answer(200, self.video())
        size, text = state[upload]["size"], self.headers["Content-Range"]
        if text == f"bytes */{size}":
            self.note(asked="range", has=os.path.getsize(path))
            return self.go_on(path)
        begin, end, whole = map(int, re.fullmatch(r"bytes (\d+)-(\d+)/(\d+)", text).groups())
        state["pieces"] = state.get("pieces", 0) + 1
        self.note(piece=state["pieces"], range=text, length=int(self.headers["Content-Length"]))
        if self.faults.get("tokens") and state["pieces"] % self.faults["tokens"] == 0:
            del state["token"]
        if self.fault("pieces"):
            return self.refuse(self.fault("pieces"))
        if end - begin + 1 > self.faults.get("limit", 1 << 40):
            return self.refuse(413)
        if whole != size or begin != os.path.getsize(path) or end - begin + 1 != int(self.headers["Content-Length"]):
            return self.refuse(409)
        with open(path, "ab", buffering=0) as file:
            self.take(file.write, self.fault("cut"), self.fault("hang"))
            if self.fault("lose"):
                file.truncate(self.fault("lose"))
        self.go_on(path) if os.path.getsize(path) < size else self.finish_video(upload, path)

    def go_on(self, path):
        size = os.path.getsize(path)
        self.answer(308, None, **({"Range": f"bytes=0-{size - 1}"} if size else {}))

    def refuse(self, status):
        self.take()
        fields = {"Retry_After": str(self.faults["retry"])} if "retry" in self.faults else {}
        self.answer(status, {"detail": "It does not like that"}, **fields)

    def video(self):
        return {"video": {"id": 42, "shortUUID": "2y84q2MQUMWPbiEcxNXMgC", "uuid": "04af977f-4201-4697-be67-a8d8cae6fa7a"}}

    def finish_video(self, upload, path):
        with open(path, "rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        os.unlink(path)
        self.note(video=digest)
        if "lost" in self.faults:
            self.server.state["lost"] = self.faults["lost"]
            self.drop()
        self.answer(200, self.video())

    def chapters(self, path):
        body = bytearray()
        self.take(body.extend)
        self.note(chapters=json.loads(body), at=path)
        self.answer(self.faults.get("chapters", 204 if self.is_user() else 401))


standin.serve(PeerTube)
