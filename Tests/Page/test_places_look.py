"""Tests that the settings and the takes, at a standstill, look as before in any size, light and dark."""
import pytest

from axe import violations
from conftest import WISHES, wish_for
from frozen_places import ADDRESS, DOUBTFUL, PROBLEM, TAKES, at_address, freeze_settings, freeze_takes
from test_views import SIZES, compare_schemes

everywhere = pytest.mark.parametrize("size", SIZES)


@pytest.fixture(scope="module")
def recorder(fresh_recorder):
    return fresh_recorder


def open_place(visit, freeze, address, path, size):
    visitor = visit(viewport=SIZES[size], timezone_id="UTC")
    freeze(visitor)
    page = visitor.open(address)
    page.wait_for_selector("main")
    page.evaluate("(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path)
    return page


def differences(page, request, screenshot, name):
    page.evaluate("() => document.fonts.ready.then(() => true)")
    return compare_schemes(page, name, request, screenshot)


@everywhere
def test_settings_look_as_they_did(recorder, visit, screenshot, request, size):
    def freeze(visitor):
        at_address(recorder, visitor)
        freeze_settings(recorder, visitor.context)

    link = f"{ADDRESS}/#token=00112233445566778899aabbccddeeff"
    page = open_place(visit, freeze, link, "/settings", size)
    page.get_by_role("heading", name="Speed of this machine").wait_for()
    found = differences(page, request, screenshot, f"settings-{size}")
    shown = {
        "devices": ("Look what is there", "Acme HD Mono"),
        "entry": ("Show the link", "Whoever has this link sees everything, and changes nothing."),
    }
    for name, (button, ready) in shown.items():
        page.get_by_role("button", name=button).click()
        page.get_by_text(ready).wait_for()
        page.locator(f"#settings-{name}").evaluate("(heading) => heading.parentElement.scrollIntoView({block: 'center'})")
        found += differences(page, request, screenshot, f"settings-{name}-{size}")
    assert found == []


@everywhere
def test_the_pipeline_file_looks_as_it_did(recorder, visit, screenshot, request, size):
    page = open_place(visit, lambda visitor: freeze_settings(recorder, visitor.context), recorder.link, "/settings/pipeline", size)
    page.get_by_text("Now: 41% of the machine").wait_for()
    page.locator("summary", has_text="back").first.click()
    page.get_by_label("device", exact=True).wait_for()
    assert differences(page, request, screenshot, f"pipeline-form-{size}") == []


@everywhere
def test_a_problem_of_the_pipeline_file_looks_as_it_did(recorder, visit, screenshot, request, size):
    page = open_place(visit, lambda visitor: freeze_settings(recorder, visitor.context, [PROBLEM]), recorder.link, "/settings/pipeline", size)
    page.get_by_text("1 problem").wait_for()
    if size != "desktop":
        page.get_by_role("radio", name="Text").click()
    page.locator("textarea").fill(page.locator("textarea").input_value().replace("layout: pip", "layuot: pip"))
    page.locator("[data-problem]").wait_for()
    page.locator("textarea").blur()
    assert differences(page, request, screenshot, f"pipeline-text-{size}") == []


@everywhere
def test_takes_look_as_they_did(recorder, visit, screenshot, request, size):
    page = open_place(visit, lambda visitor: freeze_takes(recorder, visitor.context), recorder.link, "/takes", size)
    page.wait_for_function("() => [...document.querySelectorAll('.take-card img')].filter((one) => one.complete && one.naturalWidth > 0).length === 2")
    found = differences(page, request, screenshot, f"takes-{size}")
    page.get_by_role("link", name=f"Open {TAKES[0]['name']}").click()
    page.wait_for_function("() => [...document.querySelectorAll('video')].filter((one) => one.readyState >= 2).length === 3")
    page.get_by_role("textbox", name="Copy folder").wait_for()
    found += differences(page, request, screenshot, f"take-{size}")
    page.get_by_text("For editors").click()
    page.get_by_role("textbox", name="Copy folder").scroll_into_view_if_needed()
    found += differences(page, request, screenshot, f"take-files-{size}")
    page.get_by_role("button", name="Export…").click()
    page.get_by_role("dialog").get_by_label("To", exact=True).fill("12:75")
    found += differences(page, request, screenshot, f"take-export-{size}")
    assert found == []


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_takes_of_a_wrong_clock_look_as_they_did(recorder, visit, screenshot, request, size):
    page = open_place(visit, lambda visitor: freeze_takes(recorder, visitor.context, DOUBTFUL), recorder.link, "/takes", size)
    page.wait_for_function("() => [...document.querySelectorAll('.take-card img')].filter((one) => one.complete && one.naturalWidth > 0).length === 3")
    # Neither a wrong clock nor frames that were left out are shown in green.
    assert page.locator(".badge-good").count() == 1
    assert page.locator(".take-card", has_text="Lecture 1").locator(".badge-good").count() == 0
    found = differences(page, request, screenshot, f"takes-clock-{size}")
    for wish in WISHES:
        wish_for(page, wish)
        assert violations(page, f"takes, {wish}") == []
    page.get_by_role("link", name=f"Open {DOUBTFUL[0]['name']}").click()
    page.get_by_text("the date and the time may be wrong").last.wait_for()
    for wish in WISHES:
        wish_for(page, wish)
        assert violations(page, f"take, {wish}") == []
    assert found == []


# The marks of takes whose clock was not synchronised, whose clock was corrected, and which left frames out.
CLOCKS = {
    "en-GB": ("Date may be wrong", "Clock was off by 400 days", "150 frames left out on purpose"),
    "de-DE": ("Datum vielleicht falsch", "Uhr ging um 400 Tg. falsch", "150 Bilder absichtlich ausgelassen"),
    "es-ES": ("La fecha puede ser errónea", "El reloj se desviaba 400 d", "150 fotogramas omitidos a propósito"),
    "fr-FR": ("Date peut-être fausse", "Horloge décalée de 400 j", "150 images omises exprès"),
    "ja-JP": ("日時が正しくない可能性", "時計のずれ: 400 日", "150 フレームを意図的に省略"),
    "zh-CN": ("日期可能有误", "时钟偏差 400天", "有意省略 150 帧"),
}


# Folders whose names are not UTF-8; one has a long name.
STRANGE = ("take\\xe9", "Vorlesung_" + "\\xfc" * 40)


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_folders_without_an_address_look_as_they_did(recorder, visit, screenshot, request, size):
    def freeze(visitor):
        freeze_takes(recorder, visitor.context, unreachable=STRANGE)

    page = open_place(visit, freeze, recorder.link, "/takes", size)
    page.wait_for_function("() => [...document.querySelectorAll('.take-card img')].filter((one) => one.complete && one.naturalWidth > 0).length === 2")
    assert page.locator(".takes-unreachable li").all_inner_texts() == list(STRANGE)
    found = differences(page, request, screenshot, f"takes-unreachable-{size}")
    for wish in WISHES:
        wish_for(page, wish)
        assert violations(page, f"takes, {wish}") == []
    assert found == []


UNREACHABLE = {
    "en-GB": "2 takes cannot be shown, because their folders’ names are not UTF-8. Rename the folders:",
    "de-DE": "2 Aufnahmen können nicht gezeigt werden, weil die Namen ihrer Ordner kein UTF-8 sind. Bitte die Ordner umbenennen:",
    "es-ES": "No se pueden mostrar 2 tomas, porque los nombres de sus carpetas no están en UTF-8. Cambie los nombres de las carpetas:",
    "fr-FR": "2 prises ne peuvent pas être affichées, car les noms de leurs dossiers ne sont pas en UTF-8. Renommez les dossiers :",
    "ja-JP": "2 テイクを表示できません。フォルダー名が UTF-8 ではありません。フォルダーの名前を変更してください：",
    "zh-CN": "有 2 条无法显示：文件夹名称不是 UTF-8。请重命名文件夹：",
}


@pytest.mark.parametrize("locale", UNREACHABLE)
def test_a_wrong_clock_and_folders_without_an_address_are_told_in_every_language(recorder, visit, locale):
    visitor = visit(viewport=SIZES["desktop"], locale=locale)
    freeze_takes(recorder, visitor.context, DOUBTFUL, STRANGE)
    page = visitor.open(recorder.link)
    page.wait_for_selector("main")
    page.evaluate("() => { history.pushState(null, '', '/takes'); dispatchEvent(new PopStateEvent('popstate')) }")
    for text in CLOCKS[locale]:
        page.locator(".badge-warning").get_by_text(text).first.wait_for()
    page.locator(".takes-unreachable").get_by_text(UNREACHABLE[locale], exact=True).wait_for()
