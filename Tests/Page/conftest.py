"""A real browser and the real program. An error on a page's console, or a violation of its content policy, fails the test."""
import json
import os
import re
import shutil
import subprocess
import sys
import time

import playwright.sync_api
import pytest
from _pytest.runner import runtestprotocol
from playwright._impl._driver import compute_driver_executable

from frozen import StillPreview
from processes import PATIENCE, home_in, tied
from recorder import QUICK, ROOT, Recorder

# Chromium without a window opens a page in a quarter of the time. Debian's command of that name is a shell that waits for this program, and killing
# the shell would leave the program running.
SHELL = "/usr/lib/chromium/chromium-headless-shell"
CHROMIUM = SHELL if os.path.exists(SHELL) else shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
# Sizes are in CSS pixels.
NARROW, PHONE, DESKTOP = {"width": 320, "height": 640}, {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SIZES = {"narrow": NARROW, "phone": PHONE, "desktop": DESKTOP}
# Kinds of user preferences, as a browser reports them to pages.
WISHES = {
    "light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
SCHEMES = ["light", "dark"]
# Files that compare pictures frame by frame run last, after all other tests: a busy machine shows pictures late.
FRAMES = {"test_counters.py"}


def wish_for(page, wish):
    """Makes the browser report another preference."""
    page.emulate_media(**({"contrast": "no-preference"} | WISHES[wish]))


def drawn(page):
    """Returns when the page has been drawn in its current state."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")


def resize(page, size):
    """Resizes the window, and returns when the page has been drawn at that size."""
    page.set_viewport_size(size)
    drawn(page)


def at_any_size(page, screenshot, name):
    """Yields the name of a view for each size and each colour scheme."""
    for size, viewport in SIZES.items():
        resize(page, viewport)
        for scheme in SCHEMES:
            wish_for(page, scheme)
            screenshot(page, f"{name}-{size}-{scheme}")
            yield f"{name}, {size}, {scheme}"


def pytest_addoption(parser):
    parser.addoption("--events", help="write what happens as swift-testing does, for Tests/Tools/test_report.py")
    parser.addoption("--screenshots", help="keep pictures of each place in this folder")
    parser.addoption("--goldens", action="store_true", help="write the golden pictures again; look at them before they are kept")
    parser.addoption("--bundle", action="store_true", help="use the page as its sources are now, with the program as it was built")


class EventStream:
    """Writes lines in the format of swift-testing's event stream, so that one report counts all tests."""

    def __init__(self, path):
        self.file = open(path, "w")
        self.begin = {}

    def write(self, kind, payload):
        print(json.dumps({"kind": kind, "payload": payload}), file=self.file, flush=True)

    def event(self, kind, test=None, text=None, **more):
        messages = [] if text is None else [{"text": text}]
        payload = {"kind": kind, "instant": {"absolute": time.monotonic()}, "messages": messages, **more}
        self.write("event", payload if test is None else payload | {"testID": test})

    @staticmethod
    def name(nodeid):
        return "PageTests." + nodeid.split("/")[-1].replace(".py::", "/").replace("test_", "")

    def pytest_collection_finish(self, session):
        for item in session.items:
            name = self.name(item.nodeid)
            self.write("test", {"kind": "function", "id": name, "name": name.split("/")[-1]})

    def pytest_runtest_logstart(self, nodeid):
        self.event("testStarted", self.name(nodeid))

    @staticmethod
    def essence(text):
        """Puts the failed expectation first, because a report shows only the beginning."""
        lines = text.splitlines()
        return "\n".join([line for line in lines if line.startswith("E ")] + lines)

    def pytest_runtest_logreport(self, report):
        name = self.name(report.nodeid)
        if report.skipped:
            self.event("testSkipped", name, str(report.longrepr))
        if report.failed:
            self.event("issueRecorded", name, self.essence(report.longreprtext), issue={"isKnown": False})

    def pytest_first_attempt_failed(self, nodeid, text):
        self.event("issueRecorded", self.name(nodeid), self.essence(text), issue={"isKnown": True})

    def pytest_runtest_logfinish(self, nodeid):
        self.event("testEnded", self.name(nodeid))

    def pytest_sessionfinish(self, exitstatus):
        self.event("runEnded", text=f"pytest ended with {int(exitstatus)}")


class FirstAttempt:
    """The hook that reports a test that is run a second time."""

    def pytest_first_attempt_failed(self, nodeid, text):
        pass


def pytest_addhooks(pluginmanager):
    pluginmanager.add_hookspecs(FirstAttempt)


FAILED = pytest.StashKey()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds the program's own state to the report of a failed test."""
    report = (yield).get_result()
    item.stash[FAILED] = report.failed
    programs = [value for value in getattr(item, "funcargs", {}).values() if isinstance(value, Recorder)] if report.failed else []
    for program in programs:
        report.longrepr = f"{report.longreprtext}\n{program.condition()}"


def pytest_runtest_protocol(item, nextitem):
    """Runs a failed test once more, and counts only the second result, as for the tests that record: other programs may have used the processor."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    failed = [report for report in reports if report.failed]
    if failed:
        print(f"{item.nodeid} has failed and is made once more:\n{failed[0].longreprtext}", file=sys.stderr)
        item.ihook.pytest_first_attempt_failed(nodeid=item.nodeid, text=failed[0].longreprtext)
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_configure(config):
    if path := config.getoption("--events"):
        config.pluginmanager.register(EventStream(path))


def pytest_collection_modifyitems(items):
    """Runs the tests one after the other, in one process; the tests of a file share a program."""
    items.sort(key=lambda item: item.path.name in FRAMES)


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory):
    """The home folder of everything that the tests start. The user's own is neither read nor written."""
    folder = tmp_path_factory.mktemp("home")
    before = dict(os.environ)
    os.environ.update(home_in(folder))
    if "GST_REGISTRY" not in os.environ:
        # Each program has its own home, and would otherwise scan every plugin again.
        os.environ["GST_REGISTRY"] = str(folder / "registry")
        subprocess.run(["gst-inspect-1.0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield folder
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(scope="session")
def chromium(home):
    # Playwright's own process starts the browser, so that process has to end, too.
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = tied(home, compute_driver_executable()[0])
    switches = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
    # Otherwise the browser keeps a page of another origin from reaching the page's server.
    switches += ["--disable-features=LocalNetworkAccessChecks"]
    with playwright.sync_api.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=tied(home, CHROMIUM), args=switches)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def bundle(request, tmp_path_factory):
    """The folder of a page that replaces the program's own, or `None` to use the program's own."""
    if not request.config.getoption("--bundle"):
        return None
    folder = tmp_path_factory.mktemp("page")
    subprocess.run([ROOT / "Scripts/page", "--folder", folder], check=True, stdout=subprocess.DEVNULL)
    return folder


def take_page_from(folder, context):
    """Answers with the files of a folder and the program's own headers."""
    def html(route):
        answer = route.fetch()
        headers = {name: text for name, text in answer.headers.items() if not name.startswith("content-")}
        headers["content-security-policy"] = answer.headers["content-security-policy"]
        route.fulfill(headers=headers, content_type="text/html", body=(folder / "index.html").read_bytes())

    types = {"js": "text/javascript", "css": "text/css"}
    context.route(re.compile(r"^https?://[^/]+/(takes.*|settings.*)?$"), html)
    context.route("**/assets/*", lambda route: route.fulfill(
        path=folder / "assets" / route.request.url.split("/")[-1], content_type=types[route.request.url.split(".")[-1]]))


@pytest.fixture(scope="session")
def recorder(tmp_path_factory):
    """One program for all tests that only look, or that clean up after themselves."""
    recorder = Recorder(tmp_path_factory.mktemp("recorder")).start()
    yield recorder
    recorder.stop()


@pytest.fixture(scope="module")
def fresh_recorder(tmp_path_factory):
    """A program in which no test of another file has left anything that a picture would show."""
    recorder = Recorder(tmp_path_factory.mktemp("fresh")).start()
    yield recorder
    recorder.stop()


@pytest.fixture(scope="module")
def quick_recorder(tmp_path_factory):
    """A program with the frame rate of most cameras, for tests that compare or find frames."""
    recorder = Recorder(tmp_path_factory.mktemp("quick"), QUICK).start()
    yield recorder
    recorder.stop()


@pytest.fixture
def own_recorder(tmp_path):
    """A program that the test may stop."""
    recorder = Recorder(tmp_path).start()
    yield recorder
    recorder.stop()


class Visitor:
    """A browser context with its own storage. `complaints` are the errors that its pages wrote to the console.

    `still` names the picture that the preview shows, for tests that need no moving picture."""

    def __init__(self, browser, bundle, still=None, **options):
        self.context = browser.new_context(**({"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"} | options))
        self.context.set_default_timeout(PATIENCE * 1000)
        if bundle:
            take_page_from(bundle, self.context)
        if still:
            StillPreview(self.context, still)
        self.complaints, self.is_here = [], True
        # If a server is gone, the browser itself logs an error, which the page cannot avoid.
        self.borne = ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "closed before the connection is established"]

    def open(self, address):
        page = self.context.new_page()
        page.on("console", lambda message: self._hear(f"{message.text} {message.location['url']}") if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._hear(f"uncaught: {error}"))
        page.goto(address)
        return page

    def leave(self):
        """Closes the pages. A request that a handler is still serving finds its page closed; that does not fail the next test."""
        if self.is_here:
            # A request on its way reaches the replacement of the program, or nothing.
            self.context.set_offline(True)
            self.context.unroute_all(behavior="ignoreErrors")
            self.context.close()
        self.is_here = False

    def _hear(self, text):
        if not any(borne in text for borne in self.borne):
            self.complaints.append(text)


class SharedPage:
    """A page that the tests of a file use one after the other. It is opened once, and again after a failed test.

    Its preview shows a still picture in which every scope has something to show."""

    def __init__(self, browser, bundle):
        self.browser, self.bundle = browser, bundle
        self.visitor, self.page = None, None

    def lend(self, test, address):
        """Yields the page, and then fails if the page has written errors since."""
        if self.visitor is None:
            self.visitor = Visitor(self.browser, self.bundle, still="halves")
            self.page = self.visitor.open(address)
        yield self.page
        complaints = self.visitor.complaints
        self.visitor.complaints = []
        if complaints or test.stash[FAILED]:
            self.close()
        assert complaints == []

    def close(self):
        if self.visitor:
            self.visitor.leave()
        self.visitor = None


@pytest.fixture(scope="module")
def shared_page(chromium, bundle):
    shared = SharedPage(chromium, bundle)
    yield shared
    shared.close()


@pytest.fixture
def visit(chromium, bundle):
    """Makes visitors: `visit(viewport=PHONE).open(recorder.link)`."""
    visitors = []

    def make(**options):
        visitors.append(Visitor(chromium, bundle, **options))
        return visitors[-1]

    yield make
    complaints = [complaint for visitor in visitors for complaint in visitor.complaints]
    for visitor in visitors:
        visitor.leave()
    assert complaints == []


@pytest.fixture
def screenshot(request):
    """Keeps a picture if `--screenshots` is given."""
    folder = request.config.getoption("--screenshots")

    def keep(page, name):
        if folder:
            page.screenshot(path=f"{folder}/{name}.png")

    return keep
