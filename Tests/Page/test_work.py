"""Tests jobs on takes and links to takes, with simulated answers of the server that are as slow as the test needs."""
import re

import pytest

FRONT = ".picture[data-output=front] video"


@pytest.fixture(scope="module")
def take(recorder):
    return recorder.record(2)


class Played:
    """Simulated answers about jobs and links, which replace those of the real server."""

    def __init__(self, context, take):
        self.take, self.works, self.links, self.asked = take, [], [], []
        self.plays, self.proxy = True, None
        context.route("**/api/v1/openapi.json", self.description)
        context.route(re.compile(r"/api/v1/sessions(\?|/[^/]+$)"), self.sessions)
        context.route(re.compile(r"/api/v1/sessions/[^/]+/(audit|recover|proxy)$"), self.begin)
        context.route(re.compile(r"/api/v1/sessions/[^/]+/(share|links.*)$"), self.share)
        context.route(re.compile(r"/api/v1/jobs"), self.work)
        context.route(re.compile(r"/proxies/"), lambda route: route.continue_(url=route.request.url.replace("/proxies/", "/files/")))

    def description(self, route):
        answer = route.fetch()
        told = answer.json()
        for name in ("audit", "recover", "proxy", "share", "links"):
            told["paths"][f"/api/v1/sessions/{{session}}/{name}"] = {}
        told["paths"]["/api/v1/jobs"] = {}
        route.fulfill(response=answer, json=told)

    def sessions(self, route):
        answer = route.fetch()
        told = answer.json()
        for take in told.get("sessions", [told]):
            for file in take["files"]:
                if file["output"] == "front" and not self.plays:
                    file["plays"], file["proxy"] = False, self.proxy and file["path"]
        route.fulfill(response=answer, json=told)

    def begin(self, route):
        kind = route.request.url.split("/")[-1]
        work = {"id": len(self.works) + 1, "kind": kind, "session": self.take, "percent": 40, "state": "running", "result": None,
                "error": None, "left": 75, "file": (route.request.post_data_json or {}).get("file")}
        self.works.append(work)
        route.fulfill(status=202, json={"job": work})

    def work(self, route):
        self.asked.append((route.request.method, route.request.url.split("/api/v1")[1]))
        route.fulfill(json={"jobs": self.works} if route.request.url.endswith("/jobs") else {"job": self.works[-1]})

    def share(self, route):
        request = route.request
        if request.method == "DELETE":
            self.links = [link for link in self.links if str(link["id"]) != request.url.split("/")[-1]]
            return route.fulfill(status=204)
        if request.method == "GET":
            return route.fulfill(json={"links": self.links})
        link = {"id": len(self.links) + 1, "until": "2030-01-02T03:04:05.000Z"}
        self.links.append(link)
        return route.fulfill(json={**link, "path": "/shared/abcdef"})


@pytest.fixture
def played(recorder, visit, take):
    visitor = visit()
    played = Played(visitor.context, take)
    page = visitor.open(recorder.link_to(f"/takes/{take}"))
    page.get_by_role("button", name="Check files").wait_for()
    yield page, played
    visitor.context.unroute_all(behavior="ignoreErrors")


def test_work_shows_how_far_it_is_and_can_be_ended(played):
    page, server = played
    page.get_by_role("button", name="Check files").click()
    assert page.get_by_role("progressbar", name="Checking files").get_attribute("value") == "40"
    page.get_by_text("40% · 1 min left").wait_for()
    page.locator(".work").get_by_role("button", name="Stop").click()
    server.works[-1].update(state="failed", error="It was cancelled.")
    page.get_by_text("It was cancelled.").wait_for()
    assert ("DELETE", "/jobs/1") in server.asked
    page.locator(".work").get_by_role("button", name="Close").click()
    page.locator(".work").wait_for(state="detached")


def test_what_was_found_is_told(played):
    page, server = played
    with page.expect_response(re.compile(r"/audit$")):
        page.get_by_role("button", name="Check files").click()
    server.works[-1].update(state="done", percent=100, result={"complaints": ["back: 3 frames are missing."]})
    page.get_by_text("back: 3 frames are missing.").wait_for()


def test_a_copy_plays_where_the_file_does_not(played, recorder, take):
    page, server = played
    server.plays = False
    page.goto(f"{recorder.url}/takes/{take}")
    page.get_by_role("button", name="Show front").click()
    page.get_by_text("This browser cannot play this file").wait_for()
    page.get_by_role("button", name="Make a copy that plays here").click()
    page.get_by_role("progressbar", name="Making a copy that plays here").wait_for()
    assert page.get_by_role("button", name="Make a copy that plays here").count() == 0
    server.proxy = True
    server.works[-1].update(state="done", percent=100)
    page.locator(FRONT).wait_for()
    assert "/proxies/" in page.locator(FRONT).get_attribute("src")
    page.wait_for_function(f"() => document.querySelector('{FRONT}').readyState >= 3")


def test_links_are_made_listed_and_ended(played):
    page, server = played
    page.get_by_role("button", name="Share").click()
    page.get_by_role("dialog").get_by_role("button", name="Make a link").click()
    page.get_by_role("heading", name="Links that work").wait_for()
    assert page.get_by_role("textbox", name="Share").input_value().endswith("/shared/abcdef")
    page.get_by_role("button", name="End it").click()
    page.get_by_role("heading", name="Links that work").wait_for(state="detached")
    assert server.links == []
