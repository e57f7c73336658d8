"""Every view of the place where is recorded, at a standstill: found in order by axe, readable over any picture, and looking as it did."""
import io
import itertools
import pathlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops, ImageFilter

from conftest import DESKTOP, PHONE
from frozen import Frozen, person

GOLDENS = pathlib.Path(__file__).parent / "goldens"
TABLET = {"width": 820, "height": 1180}
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
TABS = ["Layout", "Cameras", "Sound", "Looks", "Overlays", "Outputs", "Limits", "View"]
# Kinds of people's wishes, as a browser passes them on.
WISHES = {
    "light": {"color_scheme": "light"}, "dark": {"color_scheme": "dark"},
    "contrast": {"color_scheme": "light", "contrast": "more"},
}


LEAST_CONTRAST = 4.5  # WCAG 2.2 AA, for text

# Texts that are seen, with where they are, and their colour.
TEXTS = """() => {
  const found = [], walker = document.createTreeWalker(document.querySelector('.app'), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement, style = getComputedStyle(element);
    if (node.data.trim() === '' || !element.checkVisibility({visibilityProperty: true, opacityProperty: true}) || style.clipPath !== 'none') continue;
    if (element.closest('.visually-hidden, .skip, [aria-disabled=true], :disabled')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 4 || box.top < 0 || box.bottom > innerHeight) continue;
    const isSeen = [box.left + 1, box.right - 1].every((x) => {
      const top = document.elementFromPoint(x, (box.top + box.bottom) / 2);
      return top !== null && (element.contains(top) || top.contains(element)) && !top.matches('.panel-tabs, main, body');
    });
    if (!isSeen) continue;
    const colour = style.color.match(/[\\d.]+/g).slice(0, 3).map(Number);
    found.push({text: node.data.trim(), box: [box.left, box.top, box.right, box.bottom], colour});
  }
  return found;
}"""


def luminance(colour):
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def unreadable(page, name):
    """How many texts are seen, and those whose contrast is too low."""
    texts = page.evaluate(TEXTS)
    shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    low, seen = [], 0
    for one in texts:
        # The letters cover the smaller part of their box: its median is what lies behind them.
        pixels = sorted(shot.crop([round(edge) for edge in one["box"]]).get_flattened_data(), key=luminance)
        if not pixels:
            continue
        seen += 1
        ratio = contrast(one["colour"], pixels[len(pixels) // 2])
        if ratio < LEAST_CONTRAST:
            low.append((name, one["text"], round(ratio, 2)))
    return seen, low


def open_page(visit, recorder, picture="lecture", phase="standby", people=(), role="director", **options):
    visitor = visit(**options)
    frozen = Frozen(recorder, visitor.context, picture)
    frozen.phase, frozen.people, frozen.role = phase, list(people), role
    page = visitor.open(recorder.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    page.wait_for_selector(".meter")
    return page


def views(page, wanted=None):
    """Opens one view after the other and yields its name: all of them, or those that are wanted."""
    return (name for name in every_view(page) if wanted is None or name in wanted)


def every_view(page):
    yield "record"
    for name in ("Layout", "Transition", "Microphone"):
        button = page.locator(".transport-bar").get_by_role("button", name=name, exact=True)
        button.click()
        if name == "Layout":
            page.wait_for_selector("canvas.miniature")
        yield f"popover-{name.lower()}"
        button.click()
    page.get_by_role("button", name="All cameras").click()
    page.wait_for_selector(".multiview-place")
    yield "multiview"
    page.get_by_role("button", name="Combined", exact=True).first.click()
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    yield "keys"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Controls", exact=True).click()
    for name in TABS:
        page.get_by_role("tab", name=name, exact=True).click()
        yield f"panel-{name.lower()}"


@pytest.mark.parametrize("wish", WISHES)
def test_axe_finds_nothing_in_any_view(recorder, visit, wish):
    page = open_page(visit, recorder, phase="recording", **WISHES[wish])
    axe, found = Axe(), []
    for name in views(page):
        found += [(name, one["id"], [node["html"][:160] for node in one["nodes"]]) for one in axe.run(page).response["violations"]]
    assert found == []


# Views with words on every kind of ground that there is.
WORDS = {"record", "popover-layout", "multiview", "keys", "panel-looks", "panel-limits"}


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("picture", ["white", "black", "noise"])
def test_words_can_be_read_over_any_picture(recorder, visit, screenshot, picture, wish):
    page = open_page(visit, recorder, picture, "recording", **WISHES[wish])
    low, seen = [], 0
    for name in views(page, WORDS):
        screenshot(page, f"over-{picture}-{wish}-{name}")
        count, found = unreadable(page, name)
        seen += count
        low += found
    assert seen > 100
    assert not low, low


# A view differs where more pixels than this share do: fonts and decoders differ a little from machine to machine.
TOLERANCE, STEP = 0.01, 48


def compare(page, name, request):
    """Compares with the golden picture, or writes it anew where `--goldens` asks for that."""
    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    # Half the size, with few colours: what counts is where things are.
    shot = shot.resize((shot.width // 2, shot.height // 2), Image.LANCZOS)
    path = GOLDENS / f"{name}.png"
    if request.config.getoption("--goldens"):
        GOLDENS.mkdir(exist_ok=True)
        shot.quantize(200, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path, optimize=True)
        return None
    golden = Image.open(path).convert("RGB")
    if golden.size != shot.size:
        return f"{name}: {shot.size} instead of {golden.size}"
    blurred = [one.filter(ImageFilter.GaussianBlur(1.5)) for one in (shot, golden)]
    difference = ImageChops.difference(*blurred).convert("L").point(lambda level: 255 if level > STEP else 0)
    share = difference.histogram()[255] / (shot.width * shot.height)
    if share <= TOLERANCE:
        return None
    if folder := request.config.getoption("--screenshots"):
        shot.save(pathlib.Path(folder) / f"{name}.png")
    return f"{name}: {share:.1%} of the pixels differ"


# Views that are kept as pictures: those by themselves, and a choice of the others.
KEPT = {"record", "popover-layout", "multiview", "panel-cameras", "panel-looks", "panel-outputs"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_views_look_as_they_did(recorder, visit, request, size, scheme):
    touch = {"has_touch": True} if size != "desktop" else {}
    page = open_page(visit, recorder, phase="recording", viewport=SIZES[size], color_scheme=scheme, **touch)
    found = []
    for name in views(page, KEPT):
        page.mouse.move(0, 0)
        page.wait_for_timeout(60)
        found.append(compare(page, f"{name}-{size}-{scheme}", request))
    assert [one for one in found if one] == []


PEOPLE = [
    person("computer 1", command="swap"), person("phone 1", command="layout", at="10:20:11"), person("tablet 1"), person("phone 2", "viewer"),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_people_look_as_they_did(recorder, visit, request, size, scheme):
    found = []
    for role, people in (("director", PEOPLE), ("viewer", PEOPLE[::-1])):
        page = open_page(visit, recorder, phase="recording", people=people, role=role, viewport=SIZES[size], color_scheme=scheme, timezone_id="UTC")
        page.get_by_role("button", name="4 people").click()
        page.mouse.move(0, 0)
        page.wait_for_timeout(60)
        found.append(compare(page, f"people-{role}-{size}-{scheme}", request))
    assert [one for one in found if one] == []


def overlap(one, other):
    return all(one[at] < other[at] + other[size] and other[at] < one[at] + one[size] for at, size in (("x", "width"), ("y", "height")))


@pytest.mark.parametrize("role", ["director", "viewer"])
def test_people_find_room_beside_all_figures(recorder, visit, screenshot, role):
    """A phone of the least width, on which the figures alone fill their row."""
    page = open_page(visit, recorder, phase="recording", people=PEOPLE, role=role, viewport={"width": 320, "height": 640})
    time = page.locator(".tally-time").bounding_box()
    assert time["x"] + time["width"] <= page.locator(".tally").bounding_box()["x"] + page.locator(".tally").bounding_box()["width"]
    names = [".people-chip", ".app-nav", ".tally", ".top-chips", ".meters"]
    boxes = {name: page.locator(name).bounding_box() for name in names}
    for one, other in itertools.combinations(names, 2):
        assert not overlap(boxes[one], boxes[other]), (one, other, boxes)
    page.get_by_role("button", name="4 people").click()
    for one in (".people", ".top-chips"):
        box = page.locator(one).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320, one
    screenshot(page, f"people-narrow-{role}")


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("picture", ["white", "black", "noise"])
def test_people_can_be_read_over_any_picture(recorder, visit, screenshot, picture, wish):
    for role in ("director", "viewer"):
        page = open_page(visit, recorder, picture, "recording", people=PEOPLE, role=role, **WISHES[wish])
        page.get_by_role("button", name="4 people").click()
        name = f"people-{role}"
        seen, low = unreadable(page, name)
        screenshot(page, f"over-{picture}-{wish}-{name}")
        assert seen > 10
        assert not low, low
