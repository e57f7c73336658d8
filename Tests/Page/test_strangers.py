"""Tests pages of other origins and unknown certificates, in a browser that blocks as little as possible: the program has to protect itself.

The attacker's name leads to this machine (DNS rebinding), or a page of another server sends requests while the browser holds the page's cookie."""
import subprocess

import playwright.sync_api
import pytest

from conftest import CHROMIUM
from processes import tied
from recorder import PIPELINE, Recorder

EVIL = "evil.example"
# Each attempt returns what it has learnt; null: nothing. `told` is the answer's text if a page may read it.
ATTEMPTS = """
async ({base, socket, token}) => {
  const learnt = {};
  const within = (promise) => Promise.race([promise, new Promise((done) => setTimeout(() => done(null), 3000))]);
  const read = async (name, path, options) => {
    try { const answer = await fetch(base + path, options); learnt[name] = answer.ok ? await answer.text() : null; } catch { learnt[name] = null; }
  };
  const bearer = {Authorization: `Bearer ${token}`};
  await read("fetch", "/api/v1/state", {credentials: "include"});
  await read("fetch with the token", "/api/v1/state", {headers: bearer});
  await read("fetch without CORS", "/api/v1/state", {mode: "no-cors", credentials: "include"});
  await read("command", "/api/v1/commands/record", {method: "POST", credentials: "include", headers: {"Content-Type": "application/json"}, body: "{}"});
  await read("command with the token", "/api/v1/commands/record", {method: "POST", headers: {...bearer, "Content-Type": "application/json"}, body: "{}"});
  await read("plain command", "/api/v1/commands/record", {method: "POST", mode: "no-cors", credentials: "include", body: "{}"});
  await read("cookie", "/api/v1/entry", {method: "POST", headers: bearer, credentials: "include"});
  navigator.sendBeacon(base + "/api/v1/commands/record", new Blob(["{}"], {type: "text/plain"}));
  learnt.events = await within(new Promise((done) => {
    const source = new EventSource(base + "/api/v1/events", {withCredentials: true});
    source.onmessage = (event) => done(event.data);
    source.onerror = () => { source.close(); done(null); };
  }));
  for (const protocols of [[], ["dualcam.v1", `bearer.${token}`]])
    learnt[`WebSocket ${protocols.length}`] = await within(new Promise((done) => {
      const open = new WebSocket(socket + "/api/v1/events", protocols);
      open.onmessage = (event) => done(event.data);
      open.onopen = () => open.send('{"id":1,"command":"record","arguments":{}}');
      open.onerror = open.onclose = () => done(null);
    }));
  const element = (tag, values) => within(new Promise((done) => {
    const made = Object.assign(document.createElement(tag), values);
    made.onload = () => done(`${made.naturalWidth ?? "loaded"}`);
    made.onerror = () => done(null);
    document.body.append(made);
  }));
  learnt.image = await element("img", {src: base + "/api/v1/snapshots/back"});
  learnt["image of a take"] = await element("img", {src: base + "/api/v1/sessions/take/files/take_back.mov/poster"});
  const status = (path) => performance.getEntriesByName(base + path).map((entry) => entry.responseStatus).find((code) => code >= 200 && code < 300) ?? null;
  // A preload is "loaded" with an error's answer, too.
  const preload = async (values, path) => { await element("link", {rel: "preload", href: base + path, ...values}); return status(path); };
  learnt.preload = await preload({as: "fetch", crossOrigin: "use-credentials"}, "/api/v1/sessions");
  learnt["preload without CORS"] = await preload({as: "image"}, "/api/v1/snapshots/front");
  learnt.script = await element("script", {src: base + "/api/v1/state"});
  for (const [name, type] of [["form", "application/x-www-form-urlencoded"], ["text form", "text/plain"]]) {
    const frame = Object.assign(document.createElement("iframe"), {name});
    const form = Object.assign(document.createElement("form"), {method: "POST", action: base + "/api/v1/commands/record", target: name, enctype: type});
    form.append(Object.assign(document.createElement("input"), {name: '{"a":"', value: '"}'}));
    document.body.append(frame, form);
    const loaded = new Promise((done) => { frame.onload = () => done(true); });
    form.submit();
    await within(loaded);
    try { learnt[name] = frame.contentDocument?.body?.innerText.includes("running-time") ? "answer" : null; } catch { learnt[name] = null; }
  }
  return learnt;
}
"""


@pytest.fixture(scope="module")
def trusting(home):
    """A browser for which the attacker's name resolves to this machine."""
    switches = ["--no-sandbox", "--disable-features=LocalNetworkAccessChecks", f"--host-resolver-rules=MAP {EVIL} 127.0.0.1, MAP *.{EVIL} 127.0.0.1"]
    yield tied(home, CHROMIUM), switches


@pytest.fixture
def browser(trusting, chromium):
    """Another browser of the same Playwright, which runs only once in a process."""
    browser = chromium.browser_type.launch(executable_path=trusting[0], args=trusting[1])
    yield browser
    browser.close()


def attack(context, recorder, origin):
    """Makes every attempt from a page of an origin; returns what it has learnt, and the answers' statuses."""
    page, statuses = context.new_page(), {}
    context.route(f"{origin}/", lambda route: route.fulfill(content_type="text/html", body="<!doctype html><body>"))
    page.on("response", lambda answer: statuses.setdefault(answer.url, set()).add(answer.status))
    page.goto(f"{origin}/")
    base = origin if origin.endswith(f":{recorder.port}") else recorder.url
    learnt = page.evaluate(ATTEMPTS, {"base": base, "socket": base.replace("http", "ws"), "token": recorder.token})
    page.close()
    return learnt, {url: status for url, status in statuses.items() if "/api/" in url}


def test_a_name_that_leads_here_neither_reads_nor_steers(recorder, browser):
    context = browser.new_context()
    learnt, statuses = attack(context, recorder, f"http://{EVIL}:{recorder.port}")
    context.close()
    assert len(learnt) > 15 and not {name: told for name, told in learnt.items() if told is not None}
    # Each request was answered, and refused for its host.
    assert len(statuses) > 4 and {status for found in statuses.values() for status in found} == {403}, statuses
    assert recorder.state["phase"] == "standby"


@pytest.mark.parametrize("origin", [f"http://{EVIL}:8081", "http://127.0.0.1:8081"])
def test_a_page_of_another_server_neither_reads_nor_steers(recorder, browser, origin):
    context = browser.new_context()
    own = context.new_page()
    own.goto(recorder.link)
    own.get_by_role("button", name="Start recording").wait_for()
    own.evaluate("(token) => fetch('/api/v1/entry', {method: 'POST', headers: {Authorization: `Bearer ${token}`}}).then((answer) => answer.ok)", recorder.token)
    assert context.cookies(recorder.url + "/api/v1/state")
    learnt, statuses = attack(context, recorder, origin)
    context.close()
    # An opaque answer reveals nothing, and neither does the existence of the page's own frame.
    assert len(learnt) > 15 and not {name: told for name, told in learnt.items() if told}, learnt
    # The browser does not report answers that it withholds from the page by itself.
    assert statuses and {status for found in statuses.values() for status in found} <= {401, 403}, statuses
    assert recorder.state["phase"] == "standby"


class Encrypted(Recorder):
    @property
    def url(self):
        return super().url.replace("http://", "https://")


AUTHORITY = """\
[ca]
default_ca = own
[own]
database = {folder}/index
new_certs_dir = {folder}
rand_serial = yes
default_md = sha256
policy = any
copy_extensions = copy
[any]
commonName = supplied
"""


def certificate(folder, name, end):
    """Makes a self-signed certificate for a name, valid until a time; returns its two files."""
    (folder / "index").write_text("")
    (folder / "authority").write_text(AUTHORITY.format(folder=folder))
    key, request, made = (folder / file for file in ("key.pem", "request.pem", "made.pem"))
    for words in (
            ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc", "-subj", "/CN=x", "-addext", f"subjectAltName={name}",
             "-keyout", key, "-out", request],
            ["ca", "-batch", "-selfsign", "-notext", "-config", folder / "authority", "-in", request, "-keyfile", key, "-out", made,
             "-startdate", "20200101000000Z", "-enddate", end]):
        subprocess.run(["openssl", *words], check=True, capture_output=True)
    key.chmod(0o600)
    return made, key


@pytest.mark.parametrize("name, end", [("IP:127.0.0.1", "20991231235959Z"), ("IP:127.0.0.1", "20200201000000Z"), ("DNS:other.example", "20991231235959Z")],
                         ids=["self-signed", "expired", "of-another-host"])
def test_nobody_is_led_in_by_a_certificate_that_is_not_known(tmp_path, browser, name, end):
    made, key = certificate(tmp_path, name, end)
    recorder = Encrypted(tmp_path, PIPELINE + f"control: {{tls: {{certificate: {made}, key: {key}}}}}\n").start()
    try:
        careful = browser.new_context().new_page()
        with pytest.raises(playwright.sync_api.Error, match="ERR_CERT_"):
            careful.goto(recorder.link)
        # That port speaks only TLS: a link without it leads nowhere.
        with pytest.raises(playwright.sync_api.Error, match="ERR_EMPTY_RESPONSE|ERR_CONNECTION"):
            careful.goto(recorder.link.replace("https", "http"))
        context = browser.new_context(ignore_https_errors=True)
        page = context.new_page()
        page.goto(recorder.link)
        page.get_by_role("button", name="Start recording").wait_for()
        entered = "(token) => fetch('/api/v1/entry', {method: 'POST', headers: {Authorization: `Bearer ${token}`}}).then((answer) => answer.ok)"
        assert page.evaluate(entered, recorder.token)
        cookies = context.cookies(recorder.url + "/api/v1/state")
        assert cookies and all(cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict" for cookie in cookies)
    finally:
        recorder.stop()
