"""Tests each place by itself: for people with low vision or without a mouse, at any width and in any language."""
import json

import pytest

from axe import violations
from conftest import DESKTOP, NARROW, PHONE, WISHES, resize, wish_for

PLACES = {"record": "/", "takes": "/takes", "settings": "/settings", "pipeline": "/settings/pipeline"}
LANGUAGES = ["en", "es", "fr", "de", "ja", "zh"]
WIDE = {"width": 3840, "height": 2160}

# Finds texts that are cut off, or that lie outside the window where nobody can scroll to them.
CUT_OFF = """() => {
  const found = [];
  const shown = (element) => element.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const scrolls = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (/(auto|scroll)/.test(style.overflowX) && one.scrollWidth > one.clientWidth) return true;
    }
    return false;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement, text = node.data.trim();
    if (text === '' || !shown(element) || element.closest('.visually-hidden, .skip, noscript, option')) continue;
    if (getComputedStyle(element).clipPath !== 'none') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    if ((box.left < -1 || box.right > innerWidth + 1) && !scrolls(element)) found.push(`outside: ${text}`);
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (/(auto|scroll)/.test(style.overflowX)) break;
      if (!/(hidden|clip)/.test(style.overflowX)) continue;
      const edge = one.getBoundingClientRect();
      if (box.right > edge.right + 1 || box.left < edge.left - 1) found.push(`cut off: ${text}`);
    }
  }
  for (const one of document.querySelectorAll('select, input[placeholder]')) {
    if (!shown(one)) continue;
    const style = getComputedStyle(one), pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const text = one.tagName === 'SELECT' ? one.selectedOptions[0]?.text ?? '' : one.placeholder;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (pen.measureText(text).width > room + 1) found.push(`too long for its field: ${text}`);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  return found;
}"""

# Finds targets of a finger or a mouse that are smaller than WCAG 2.2 and the page's own rule require, in CSS pixels.
SMALL = """() => [...document.querySelectorAll('button, a[href], select, input:not([type=range])')]
  .filter((one) => one.checkVisibility() && !one.closest('.skip') && getComputedStyle(one).clipPath === 'none')
  .map((one) => ({name: one.ariaLabel || one.textContent || one.className, box: (one.closest('label') ?? one).getBoundingClientRect()}))
  .filter(({box}) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
  .map(({name, box}) => `${name}: ${Math.round(box.width)}x${Math.round(box.height)}`)"""


@pytest.fixture(scope="module")
def opened(recorder):
    """The path of a take that tests can open."""
    return "/takes/" + recorder.record(2)


def settle(page):
    page.wait_for_selector("main")
    page.wait_for_function("() => document.querySelector('.app') && !document.querySelector('.is-connecting')")
    page.evaluate("() => document.fonts.ready.then(() => true)")


def show(page, recorder, path, language=None):
    """Opens a place as a link does; with a language, by loading the page."""
    if language:
        page.evaluate("(kept) => localStorage.setItem('dualcam.preferences', kept)", json.dumps({"language": language}))
        page.goto(recorder.url + path)
    else:
        page.evaluate("(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path)
    settle(page)
    page.wait_for_function("() => document.querySelector('main')?.textContent.trim() !== ''")
    if path.startswith("/takes/"):
        page.wait_for_selector(".player")
    elif path == "/takes":
        page.wait_for_selector(".take-card")
    elif path == "/settings/pipeline":
        page.wait_for_selector(".pipeline-sections")


def test_axe_finds_nothing(recorder, visit, opened, screenshot):
    page = visit(still="lecture").open(recorder.link)
    found = []
    for place, path in [*PLACES.items(), ("take", opened)]:
        show(page, recorder, path)
        for wish in WISHES:
            wish_for(page, wish)
            screenshot(page, f"{place}-{wish}")
            found += violations(page, f"{place}, {wish}")
    assert found == []


def test_no_text_is_cut_off(recorder, visit, opened, screenshot):
    page = visit(still="lecture").open(recorder.link)
    for language in LANGUAGES:
        page.wait_for_selector("main")
        show(page, recorder, "/", language)
        for size in (NARROW, WIDE):
            resize(page, size)
            for place, path in [*PLACES.items(), ("take", opened)]:
                show(page, recorder, path)
                screenshot(page, f"{place}-{size['width']}-{language}")
                assert page.evaluate(CUT_OFF) == [], f"{place} in {language}, {size['width']} wide"


def test_targets_are_large_enough(recorder, visit, opened):
    page = visit(still="lecture", viewport=PHONE, has_touch=True).open(recorder.link)
    for place, path in [*PLACES.items(), ("take", opened)]:
        show(page, recorder, path)
        assert page.evaluate(SMALL) == [], place


def test_every_control_is_reached_by_the_keyboard(recorder, visit, opened):
    page = visit(still="lecture", viewport=DESKTOP).open(recorder.link)
    for place, path in [*PLACES.items(), ("take", opened)]:
        show(page, recorder, path)
        wanted = page.evaluate("""() => [...document.querySelectorAll('button, a[href], select, input')].filter((one) =>
            one.checkVisibility() && !one.disabled && one.tabIndex >= 0).length""")
        seen = set()
        for _ in range(wanted * 2 + 5):
            page.keyboard.press("Tab")
            seen.add(page.evaluate("""() => {
                const one = document.activeElement;
                window.tabbed ??= new Map();
                if (!window.tabbed.has(one)) window.tabbed.set(one, window.tabbed.size);
                const style = getComputedStyle(one);
                if (one !== document.body && !one.matches('.take-choose input, .picture-choose') && style.outlineStyle === 'none')
                    throw new Error('no focus is seen on ' + one.outerHTML.slice(0, 200));
                return window.tabbed.get(one);
            }"""))
        assert len(seen) >= wanted, f"{place}: {len(seen)} of {wanted}"


def test_nothing_moves_for_who_wants_that(recorder, visit, opened):
    page = visit(still="lecture", reduced_motion="reduce").open(recorder.link)
    for place, path in [*PLACES.items(), ("take", opened)]:
        show(page, recorder, path)
        moving = page.evaluate("""() => document.getAnimations().filter((one) => one.playState === 'running'
            && one.effect.getComputedTiming().duration > 20).map((one) => one.animationName ?? one.transitionProperty)""")
        assert moving == [], place
