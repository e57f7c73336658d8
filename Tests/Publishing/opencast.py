"""Opencast's External API as docs.opencast.org describes it: GET /api/info/me, POST /api/events. User ann, password sécret.

Faults: me (status of /api/info/me), status (after everything was read), early (status instead of 100 Continue), mute (it ignores
Expect), cut and hang (bytes), silent (no answer), lost (the event is created, and the answer is lost).
"""
import base64
import hashlib
import os
import re

import standin

USER = {"provider": "opencast", "name": "Ann", "username": "ann", "userrole": "ROLE_USER_ANN", "email": "ann@example.org"}


class Opencast(standin.Handler):
    def is_user(self):
        return self.headers.get("Authorization") == "Basic " + base64.b64encode("ann:sécret".encode()).decode()

    def handle_expect_100(self):
        if "early" in self.faults:
            self.note(expected=self.path)
            self.close_connection = True
            self.answer(self.faults["early"], {})
            return False
        return True if "mute" in self.faults else super().handle_expect_100()

    def do_GET(self):
        self.note(asked=self.path, expects=False)
        if "me" in self.faults:
            return self.answer(self.faults["me"], b"<html>", Location="/admin-ng/login.html")
        if not self.is_user():
            return self.answer(401, b"<html>")
        return self.answer(200, USER) if self.path == "/api/info/me" else self.answer(404)

    def do_POST(self):
        faults = self.faults
        self.note(asked=self.path, expects=self.headers.get("Expect"), length=self.headers.get("Content-Length"))
        if "mute" in faults and self.headers.get("Expect"):
            self.server.ended.wait()
        if self.path != "/api/events" or not self.is_user():
            return self.answer(404 if self.is_user() else 401)
        path = os.path.join(self.server.folder, f"body-{id(self)}")
        with open(path, "wb") as body:
            self.take(body.write, faults.get("cut"), faults.get("hang"))
        if "silent" in faults:
            self.server.ended.wait()
        if "status" in faults:
            return self.answer(faults["status"], b"Unable to do it")
        self.note(event=self.parts(path))
        os.unlink(path)
        if "lost" in faults:
            self.drop()
        self.answer(201, {"identifier": "e6aeb8df"}, Location="http://else.where/api/events/e6aeb8df")

    def parts(self, path):
        """Parses the parts of a form (RFC 7578) by the boundary alone."""
        content = open(path, "rb").read()
        boundary = re.fullmatch(r"multipart/form-data; boundary=([\w-]+)", self.headers["Content-Type"])[1].encode()
        first, *middle, last = content.split(b"--" + boundary)
        assert first == b"" and last == b"--\r\n", (first, last)
        parts = []
        for part in middle:
            head, text = part.split(b"\r\n\r\n", 1)
            assert text.endswith(b"\r\n")
            fields = re.fullmatch(r'\r\nContent-Disposition: form-data; name="(\w+)"(?:; filename="([^"]+)")?'
                                  r"(?:\r\nContent-Type: ([\w/-]+))?", head.decode("ascii"))
            name, file, kind = fields.groups()
            text = text[:-2]
            parts.append({"name": name, "file": file, "type": kind,
                          "sha256": hashlib.sha256(text).hexdigest(), "size": len(text)} if file
                         else {"name": name, "text": text.decode("ascii")})
        return parts


standin.serve(Opencast)
