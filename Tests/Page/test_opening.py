"""What any visitor meets first: the link, the page's rules, its size and how soon it is there."""
import gzip
import re
import urllib.request

# Within half a second on a machine that has nothing else to do; a busy one takes its time, which is no fault of the page.
FIRST_PICTURE = 5000  # ms
BUNDLE = 150_000  # bytes, compressed


def fetched(recorder, path, **fields):
    with urllib.request.urlopen(urllib.request.Request(recorder.url + path, headers=fields)) as answer:
        return answer.headers, answer.read()


def test_the_page_and_its_files_are_within_the_limit(recorder):
    _, html = fetched(recorder, "/")
    assets = re.findall(rb'(?:src|href)="(/assets/[^"]+)"', html)
    assert len(assets) >= 2
    sizes = {}
    for asset in assets:
        headers, body = fetched(recorder, asset.decode(), **{"Accept-Encoding": "gzip"})
        assert headers["Content-Encoding"] == "gzip" and gzip.decompress(body)
        assert "immutable" in headers["Cache-Control"]
        sizes[asset] = len(body)
    assert sum(sizes.values()) < BUNDLE, sizes


def test_rules_of_the_page(recorder):
    headers, _ = fetched(recorder, "/")
    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";") if part.strip())
    assert policy["default-src"] == "'none'" and policy["script-src"] == "'self'" and policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'" and policy["base-uri"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"


def test_the_token_leaves_the_address(recorder, visit):
    page = visit(still="lecture").open(recorder.link)
    page.wait_for_selector("main")
    assert recorder.token not in page.url
    page.reload()
    page.wait_for_selector("main")
    assert recorder.token not in page.url


def test_first_picture(recorder, visit, bundle):
    if bundle:
        return  # The detour by which this page comes takes longer than that.
    visitor = visit()
    visitor.open(recorder.link).close()
    page = visitor.open(recorder.link)
    page.wait_for_selector("main")
    painted = page.evaluate(
        """() => new Promise(done => new PerformanceObserver(list => done(list.getEntries().at(-1).startTime))
        .observe({type: 'paint', buffered: true}))""")
    print(f"first picture after {painted:.0f} ms")
    assert painted < FIRST_PICTURE
