"""A real browser before the real program. What a page writes to its console, and what its content policy refuses, fails a test."""
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

# Chromium without a window: it opens a page in a quarter of the time. Debian's command of the name is a shell that waits for this program,
# and that would leave it behind when it is killed.
SHELL = "/usr/lib/chromium/chromium-headless-shell"
CHROMIUM = SHELL if os.path.exists(SHELL) else shutil.which("chromium-headless-shell") or "/usr/bin/chromium"
# Sizes are in CSS pixels.
NARROW, PHONE, DESKTOP = {"width": 320, "height": 640}, {"width": 390, "height": 844}, {"width": 1280, "height": 800}
SIZES = {"narrow": NARROW, "phone": PHONE, "desktop": DESKTOP}
# Kinds of people's wishes, as a browser passes them on.
WISHES = {
    "light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}
SCHEMES = ["light", "dark"]
# Files that compare pictures frame by frame, which a busy machine shows late: they come last, when no other test has left anything.
FRAMES = {"test_counters.py"}


def wish_for(page, wish):
    """The browser passes on another wish from now on."""
    page.emulate_media(**({"contrast": "no-preference"} | WISHES[wish]))


def drawn(page):
    """Returns when the page has been drawn as it is now."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")


def resize(page, size):
    """Gives the window another size, and returns when the page has been drawn in it."""
    page.set_viewport_size(size)
    drawn(page)


def at_any_size(page, screenshot, name):
    """Yields the name of a view each time that it has another size or other colours."""
    for size, viewport in SIZES.items():
        resize(page, viewport)
        for scheme in SCHEMES:
            wish_for(page, scheme)
            screenshot(page, f"{name}-{size}-{scheme}")
            yield f"{name}, {size}, {scheme}"


def pytest_addoption(parser):
    parser.addoption("--events", help="write what happens as swift-testing does, for Scripts/test_report.py")
    parser.addoption("--screenshots", help="keep pictures of each place in this folder")
    parser.addoption("--goldens", action="store_true", help="write the golden pictures anew; look at them before they are kept")
    parser.addoption("--bundle", action="store_true", help="use the page as its sources are now, with the program as it was built")


class EventStream:
    """Lines such as swift-testing's event stream has, so that one report counts all tests."""

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
        """What was not as it should be comes first: a report shows the beginning only."""
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
    """The hook that tells of a test that is made once more."""

    def pytest_first_attempt_failed(self, nodeid, text):
        pass


def pytest_addhooks(pluginmanager):
    pluginmanager.add_hookspecs(FirstAttempt)


FAILED = pytest.StashKey()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """A test that fails says what its program says of itself."""
    report = (yield).get_result()
    item.stash[FAILED] = report.failed
    programs = [value for value in getattr(item, "funcargs", {}).values() if isinstance(value, Recorder)] if report.failed else []
    for program in programs:
        report.longrepr = f"{report.longreprtext}\n{program.condition()}"


def pytest_runtest_protocol(item, nextitem):
    """A test that fails is made once more, and only then counts, as those that record are: other programs may have had the processor."""
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
    """One test after the other, in one process; a file's tests share a program."""
    items.sort(key=lambda item: item.path.name in FRAMES)


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory):
    """The home of everything that the tests start: the user's is neither read nor written."""
    folder = tmp_path_factory.mktemp("home")
    before = dict(os.environ)
    os.environ.update(home_in(folder))
    if "GST_REGISTRY" not in os.environ:
        # Each program has a home of its own, and would otherwise look at every plugin anew.
        os.environ["GST_REGISTRY"] = str(folder / "registry")
        subprocess.run(["gst-inspect-1.0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield folder
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture(scope="session")
def chromium(home):
    # The browser is started by playwright's own process, which therefore has to end, too.
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = tied(home, compute_driver_executable()[0])
    switches = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"]
    # A page that comes from elsewhere than its server would otherwise be kept from it.
    switches += ["--disable-features=LocalNetworkAccessChecks"]
    with playwright.sync_api.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=tied(home, CHROMIUM), args=switches)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def bundle(request, tmp_path_factory):
    """The folder of a page that takes the place of the program's own; `None`: the program's is used."""
    if not request.config.getoption("--bundle"):
        return None
    folder = tmp_path_factory.mktemp("page")
    subprocess.run([ROOT / "Scripts/page", "--folder", folder], check=True, stdout=subprocess.DEVNULL)
    return folder


def take_page_from(folder, context):
    """Answers with the files of a folder, and the program's own headers."""
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
    """One program for all tests that only look, or that clean up behind them."""
    recorder = Recorder(tmp_path_factory.mktemp("recorder")).start()
    yield recorder
    recorder.stop()


@pytest.fixture(scope="module")
def fresh_recorder(tmp_path_factory):
    """One in which no other file's tests have left anything that a picture would show."""
    recorder = Recorder(tmp_path_factory.mktemp("fresh")).start()
    yield recorder
    recorder.stop()


@pytest.fixture(scope="module")
def quick_recorder(tmp_path_factory):
    """One that has as many frames as most cameras deliver, where frames are compared or found."""
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
    """A browser of its own, with its storage; `complaints` is what its pages wrote to the console as errors.

    `still`: the picture at which its preview stands, where nobody looks at what moves."""

    def __init__(self, browser, bundle, still=None, **options):
        self.context = browser.new_context(**({"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"} | options))
        self.context.set_default_timeout(PATIENCE * 1000)
        if bundle:
            take_page_from(bundle, self.context)
        if still:
            StillPreview(self.context, still)
        self.complaints, self.is_here = [], True
        # A server that is away is the browser's own error, which the page has to bear.
        self.borne = ["ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "closed before the connection is established"]

    def open(self, address):
        page = self.context.new_page()
        page.on("console", lambda message: self._hear(f"{message.text} {message.location['url']}") if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._hear(f"uncaught: {error}"))
        page.goto(address)
        return page

    def leave(self):
        """Closes its pages. A request that is under way in a handler finds its page gone: that is no fault of the test that comes next."""
        if self.is_here:
            # A request on its way comes to what stands for the program, or to nobody.
            self.context.set_offline(True)
            self.context.unroute_all(behavior="ignoreErrors")
            self.context.close()
        self.is_here = False

    def _hear(self, text):
        if not any(borne in text for borne in self.borne):
            self.complaints.append(text)


class SharedPage:
    """A page that the tests of a file use one after the other: it is opened once, and anew after a test that failed.

    Its preview stands still at a picture in which there is something to be seen for every scope."""

    def __init__(self, browser, bundle):
        self.browser, self.bundle = browser, bundle
        self.visitor, self.page = None, None

    def lend(self, test, address):
        """Yields the page, and judges what it has complained of since then."""
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
    """Keeps a picture when asked to."""
    folder = request.config.getoption("--screenshots")

    def keep(page, name):
        if folder:
            page.screenshot(path=f"{folder}/{name}.png")

    return keep
