"""Tests what any visitor meets first: the link, the page's security rules, its size, and that it waits for nothing
else."""
import gzip
import re
import urllib.request

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


def test_the_page_is_drawn_before_the_program_has_answered_anything(recorder, visit):
    visitor, held = visit(), []
    visitor.context.route("**/api/**", lambda route: held.append(route))
    visitor.context.route_web_socket("**/api/**", lambda socket: held.append(socket))
    page = visitor.open(recorder.link)
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length === 1")
    page.get_by_role("navigation").get_by_role("link", name="Takes").wait_for()
    assert held, "nothing was asked"
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    print(f"first picture after {painted:.0f} ms")
