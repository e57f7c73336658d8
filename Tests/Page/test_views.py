"""Tests every view of the record page, at a standstill: axe finds no problems, texts are readable over any picture, and the view looks as before."""
import base64
import io
import itertools
import pathlib

import pytest
from PIL import Image, ImageChops, ImageFilter

from axe import violations
from conftest import DESKTOP, PHONE, SCHEMES, WISHES, drawn, wish_for
from frozen import Frozen, person

GOLDENS = pathlib.Path(__file__).parent / "goldens"
TABLET = {"width": 820, "height": 1180}
SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESKTOP}
TABS = ["Layout", "Cameras", "Sound", "Looks", "Overlays", "Outputs", "Limits", "View"]
LEAST_CONTRAST = 4.5  # WCAG 2.2 AA, for text

# Finds visible texts, with their position and colour.
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


def linear(level):
    part = level / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


# The shares of the luminance for every level of the three colours.
REDS, GREENS, BLUES = ([share * linear(level) for level in range(256)] for share in (0.2126, 0.7152, 0.0722))


def luminance(colour):
    red, green, blue = colour
    return REDS[red] + GREENS[green] + BLUES[blue]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def median(picture):
    """Returns the colour of the pixel with the median luminance; `None`: the picture is empty."""
    size = picture.width * picture.height
    rest = size // 2
    for count, colour in sorted(picture.getcolors(size) if size else [], key=lambda one: luminance(one[1])):
        if rest < count:
            return colour
        rest -= count
    return None


def picture_of(page):
    """Returns the page's visible picture, in less time than `screenshot` takes."""
    session = page.context.new_cdp_session(page)
    data = session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})["data"]
    session.detach()
    return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")


def unreadable(page, name):
    """Returns the number of visible texts, and those whose contrast is too low."""
    texts = page.evaluate(TEXTS)
    shot = picture_of(page)
    low, seen = [], 0
    for one in texts:
        # The letters cover the smaller part of their box, so that its median is the colour behind them.
        ground = median(shot.crop([round(edge) for edge in one["box"]]))
        if ground is None:
            continue
        seen += 1
        ratio = contrast(one["colour"], ground)
        if ratio < LEAST_CONTRAST:
            low.append((name, one["text"], round(ratio, 2)))
    return seen, low


@pytest.fixture(scope="module")
def recorder(fresh_recorder):
    return fresh_recorder


def open_page(visit, recorder, picture="lecture", phase="standby", people=(), role="director", status=(), events=(), **options):
    visitor = visit(**options)
    # Controls would hide during a slow test.
    visitor.context.add_init_script("""localStorage.setItem('dualcam.preferences', '{"hides":false}')""")
    frozen = Frozen(recorder, visitor.context, picture)
    frozen.phase, frozen.people, frozen.role = phase, list(people), role
    frozen.status |= dict(status)
    frozen.events = list(events)
    page = visitor.open(recorder.link)
    page.wait_for_selector('.preview-canvas[data-status="live"]')
    page.wait_for_selector(".meter")
    return page, frozen


POPOVERS = ["Layout", "Transition", "Microphone"]
EVERY_VIEW = ["record", *(f"popover-{name.lower()}" for name in POPOVERS), "multiview", "keys", *(f"panel-{name.lower()}" for name in TABS)]


def views(page, wanted=EVERY_VIEW):
    """Opens the wanted views one after the other, and yields the name of each."""
    if "record" in wanted:
        yield "record"
    for name in POPOVERS:
        if (view := f"popover-{name.lower()}") in wanted:
            button = page.locator(".transport-bar").get_by_role("button", name=name, exact=True)
            button.click()
            if name == "Layout":
                page.wait_for_selector("canvas.miniature")
            yield view
            button.click()
    if "multiview" in wanted:
        page.get_by_role("button", name="All cameras").click()
        page.wait_for_selector(".multiview-place")
        yield "multiview"
        page.get_by_role("button", name="Combined", exact=True).first.click()
    if "keys" in wanted:
        page.keyboard.press("?")
        page.get_by_role("dialog").wait_for()
        yield "keys"
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Controls", exact=True).click()
    for name in TABS:
        if (view := f"panel-{name.lower()}") in wanted:
            page.get_by_role("tab", name=name, exact=True).click()
            if name == "Outputs":
                page.get_by_text("Now: ").wait_for()
            yield view


def test_axe_finds_nothing_in_any_view(recorder, visit):
    page, _ = open_page(visit, recorder, phase="recording")
    found = []
    for name in views(page):
        for wish in WISHES:
            wish_for(page, wish)
            found += violations(page, f"{name}, {wish}")
    assert found == []


# Views with words on every kind of background that exists.
WORDS = {"record", "popover-layout", "multiview", "keys", "panel-looks", "panel-limits"}
GROUNDS = ["white", "black", "noise"]


def over_any_picture(page, frozen, name, screenshot):
    """Returns the minimum number of visible texts of a view over each picture and for each preference, and the unreadable texts."""
    counts, low = [], []
    for picture in GROUNDS:
        frozen.preview.show(page, picture)
        for wish in WISHES:
            wish_for(page, wish)
            count, found = unreadable(page, f"{name} over {picture}, {wish}")
            screenshot(page, f"over-{picture}-{wish}-{name}")
            counts.append(count)
            low += found
    return min(counts), low


def test_words_can_be_read_over_any_picture(recorder, visit, screenshot):
    page, frozen = open_page(visit, recorder, phase="recording")
    low, seen = [], 0
    for name in views(page, WORDS):
        count, found = over_any_picture(page, frozen, name, screenshot)
        seen += count
        low += found
    assert seen > 100
    assert not low, low


# A view differs if more pixels than this share do. Fonts and decoders differ slightly between machines.
TOLERANCE, STEP = 0.01, 48


def compare(page, name, request):
    """Compares with the golden picture, or writes it again if `--goldens` is given."""
    shot = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    # Half the size and few colours are enough: the test checks positions.
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


def compare_schemes(page, name, request, screenshot):
    """Compares a view with its golden pictures, light and dark, and checks that it is not wider than the window."""
    page.mouse.move(0, 0)
    drawn(page)
    found = []
    for scheme in SCHEMES:
        wish_for(page, scheme)
        screenshot(page, f"{name}-{scheme}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), (name, scheme)
        found.append(compare(page, f"{name}-{scheme}", request))
    return [one for one in found if one]


@pytest.mark.parametrize("size", SIZES)
def test_views_look_as_they_did(recorder, visit, screenshot, request, size):
    touch = {"has_touch": True} if size != "desktop" else {}
    page, frozen = open_page(visit, recorder, phase="recording", viewport=SIZES[size], **touch)
    found = []
    for name in views(page):
        frozen.preview.show(page)
        found += compare_schemes(page, f"{name}-{size}", request, screenshot)
    assert found == []


@pytest.mark.parametrize("size", SIZES)
def test_standby_looks_as_it_did(recorder, visit, screenshot, request, size):
    page, _ = open_page(visit, recorder, viewport=SIZES[size])
    assert compare_schemes(page, f"standby-{size}", request, screenshot) == []


BLOCKED = {"obstacle": {
    "code": "disk-full", "exit-code": 74, "message": "Only 412 MB are left on the disk of /home/ada/Videos/DualCam, less than storage.keep-free (1 GB).",
    "advice": "Free some space, choose another disk for recording.directory, or lower storage.keep-free."}}
NONE = {"missing": 0, "dropped": 0, "unaccounted": 0, "repeated": 0, "shed": 0}
LOSSES = NONE | {"missing": 72, "dropped": 72, "shed": 150, "outputs": [
    {"output": "back", "seconds": 0.0} | NONE, {"output": "front", "seconds": 0.0} | NONE,
    {"output": "combined", "seconds": 2.4} | NONE | {"missing": 72, "dropped": 72, "shed": 150}]}
FINISHED = {"event": "finished", "exit-code": 0, "reason": "request", "folder": "/takes/2026-05-04_10-07-56", "files": [
    {"file": f"{output}.mov", "output": output, "segment": 0, "part": 1, "finished": True, "size": 80_000_000, "frames": frames, "duration": 30.0}
    for output, frames in (("back", 900), ("front", 900), ("combined", 678))], "losses": LOSSES}
LOSSY = [
    {"event": "started", "folder": "/takes/2026-05-04_10-07-56", "outputs": ["back", "front", "combined"]},
    # Events may report frames that are in a file after all, so that the final count is shown.
    {"event": "dropped", "branch": "combined.encoder", "output": "combined", "count": 125},
    {"event": "stopping", "reason": "request"}, {"event": "standby", "outputs": [], "directory": "/takes"}, FINISHED,
]
SIGNALS = [
    {"input": "microphone", "code": "microphone-silent", "lasting": 26}, {"input": "microphone.lapel", "code": "microphone-clipped", "lasting": 4},
    {"input": "microphone.hall", "code": "microphone-dead-channel", "channel": 2, "lasting": 12},
    {"input": "back", "code": "camera-black", "lasting": 31}, {"input": "front", "code": "camera-frozen", "lasting": 11},
    {"input": "side", "code": "camera-single-colour", "lasting": 15}]
# The server's advice is for its terminal.
FAILED = {
    "event": "failed", "code": "output-incomplete", "exit-code": 73, "branch": None, "output": "combined", "message": "No frame of combined was recorded.",
    "advice": "Record for longer, or look at what the warnings and 'dualcam plan' say of combined."}
STILL = {
    "event": "warning", "code": "output-still", "branch": "combined.encoder", "output": "combined", "from": 790.0,
    "message": "No frame of combined has been written for 10 s, though its inputs deliver."}
FLOWS = STILL | {"to": 801.0, "lasted": 11.0, "message": "Frames of combined are written again."}
SPACE = {"event": "warning", "code": "free-space", "branch": None, "message": "Only 4.9 GB are left on the disk."}
TROUBLES = {
    "blocked": ({"status": BLOCKED}, '.record-button[data-state="blocked"]'), "lossy": ({"events": LOSSY}, '.record-button[data-state="lossy"]'),
    "signals": ({"status": {"signals": SIGNALS, "still": ["combined"]}, "phase": "recording"}, ".chip >> text=side: a single colour"),
    "failed": ({"events": [FAILED]}, '.news-item[role="alert"]'),
    "warned": ({"events": [STILL], "phase": "recording"}, ".news-item.is-grave"),
}


@pytest.mark.parametrize("size", ["phone", "desktop"])
@pytest.mark.parametrize("trouble", TROUBLES)
def test_troubles_look_as_they_did(recorder, visit, screenshot, request, trouble, size):
    options, sign = TROUBLES[trouble]
    page, frozen = open_page(visit, recorder, viewport=SIZES[size], **options)
    page.wait_for_selector(sign, state="attached")
    frozen.preview.show(page)
    assert compare_schemes(page, f"{trouble}-{size}", request, screenshot) == []
    for wish in WISHES:
        wish_for(page, wish)
        assert violations(page, f"{trouble}, {wish}") == []


# The texts about a take's losses, inputs, and a preview without a picture, by language.
LANGUAGES = {
    "en-GB": (
        "Saved, but 2.4 s (72 frames) of the combined picture are missing (the encoder was behind); "
        "150 frames of the combined picture were left out on purpose (the encoder was behind)",
        ["Microphone: silent", "lapel: too loud, distorted", "hall: channel 2 is dead", "back: black", "front: frozen", "side: a single colour"],
        "No picture now", "No recording can begin now"),
    "de-DE": (
        "Gespeichert, aber es fehlen 2,4 s (72 Bilder) von dem Gesamtbild (der Encoder kam nicht nach); "
        "150 Bilder von dem Gesamtbild wurden absichtlich ausgelassen (der Encoder kam nicht nach)",
        ["Mikrofon: stumm", "lapel: zu laut, übersteuert", "hall: Kanal 2 ist tot", "back: schwarz", "front: eingefroren", "side: nur eine Farbe"],
        "Gerade kein Bild", "Es kann gerade keine Aufnahme beginnen"),
    "es-ES": (
        "Guardado, pero faltan 2,4 s (72 fotogramas) de la imagen combinada (el codificador iba atrasado); "
        "se omitieron a propósito 150 fotogramas de la imagen combinada (el codificador iba atrasado)",
        ["Micrófono: en silencio", "lapel: demasiado alto, saturado", "hall: el canal 2 no suena", "back: en negro", "front: congelada",
         "side: un solo color"],
        "Ahora no hay imagen", "Ahora no puede empezar ninguna grabación"),
    "fr-FR": (
        "Enregistré, mais il manque 2,4 s (72 images) de l’image combinée (l’encodeur était en retard); "
        "150 images de l’image combinée ont été omises exprès (l’encodeur était en retard)",
        ["Micro : silencieux", "lapel : trop fort, saturé", "hall : canal 2 muet", "back : image noire", "front : image figée",
         "side : une seule couleur"],
        "Pas d’image pour l’instant", "Aucun enregistrement ne peut commencer pour l’instant"),
    "ja-JP": (
        "保存しましたが、合成映像の 2.4 s（72 フレーム）が欠けています（エンコーダーの遅れ）; 合成映像の 150 フレームを意図的に省きました（エンコーダーの遅れ）",
        ["マイク: 無音です", "lapel: 音が大きすぎて歪んでいます", "hall: チャンネル 2 が無音です", "back: 真っ黒です", "front: 映像が止まっています",
         "side: 一色だけです"],
        "現在映像がありません", "今は録画を開始できません"),
    "zh-CN": (
        "已保存，但合成画面缺少 2.4 s（72 帧）（编码器跟不上）; 合成画面有意省略了 150 帧（编码器跟不上）",
        ["麦克风：没有声音", "lapel：声音过大，已失真", "hall：声道 2 没有声音", "back：画面全黑", "front：画面静止", "side：画面只有一种颜色"],
        "当前没有画面", "现在无法开始录制"),
}
# The page's own words for the server's codes.
PHRASES = {
    "en-GB": {
        "lost": "The camera has failed; it is looked for.",
        "full": "The disk takes no more",
        "full-advice": "Delete takes that are not needed any more, or choose another folder in the settings.",
        "failed": "A file of the take is missing or ends too early: Combined",
        "failed-advice": "Look at the take; record for longer the next time.",
        "still": "Combined: no frame is written",
        "space": "The disk is filling up",
    },
    "de-DE": {
        "lost": "Die Kamera ist ausgefallen; sie wird gesucht.",
        "full": "Der Datenträger nimmt nichts mehr auf",
        "full-advice": "Nicht mehr gebrauchte Aufnahmen löschen oder in den Einstellungen einen anderen Ordner wählen.",
        "failed": "Eine Datei der Aufnahme fehlt oder endet zu früh: Gesamtbild",
        "failed-advice": "Die Aufnahme ansehen; beim nächsten Mal länger aufnehmen.",
        "still": "Gesamtbild: es wird kein Bild geschrieben",
        "space": "Der Datenträger wird voll",
    },
    "es-ES": {
        "lost": "La cámara ha fallado; se está buscando.",
        "full": "El disco no admite más",
        "full-advice": "Borre tomas que ya no hagan falta o elija otra carpeta en los ajustes.",
        "failed": "Falta un archivo de la toma o termina antes de tiempo: Combinada",
        "failed-advice": "Revise la toma; grabe más tiempo la próxima vez.",
        "still": "Combinada: no se escribe ninguna imagen",
        "space": "El disco se está llenando",
    },
    "fr-FR": {
        "lost": "La caméra est en panne ; on la recherche.",
        "full": "Le disque n’accepte plus rien",
        "full-advice": "Supprimez les prises inutiles ou choisissez un autre dossier dans les réglages.",
        "failed": "Un fichier de la prise manque ou finit trop tôt: Combinée",
        "failed-advice": "Regardez la prise ; enregistrez plus longtemps la prochaine fois.",
        "still": "Combinée : aucune image n’est écrite",
        "space": "Le disque se remplit",
    },
    "ja-JP": {
        "lost": "カメラが途切れました。探しています。",
        "full": "ディスクにこれ以上書き込めません",
        "full-advice": "不要なテイクを削除するか、設定で別のフォルダーを選んでください。",
        "failed": "テイクのファイルがないか、途中で終わっています：合成",
        "failed-advice": "テイクを確認し、次回はもっと長く録画してください。",
        "still": "合成: フレームが書き込まれていません",
        "space": "ディスクの空きが少なくなっています",
    },
    "zh-CN": {
        "lost": "摄像头已断开，正在寻找。",
        "full": "磁盘已无法再写入",
        "full-advice": "请删除不再需要的录制，或在设置中选择其他文件夹。",
        "failed": "录制的某个文件缺失或提前结束：合成画面",
        "failed-advice": "请查看该录制；下次请录制更长时间。",
        "still": "合成画面：没有画面被写入",
        "space": "磁盘空间即将用尽",
    },
}
everywhere = pytest.mark.parametrize("locale", LANGUAGES)


@everywhere
def test_a_loss_is_told_in_every_language(recorder, visit, locale):
    page, _ = open_page(visit, recorder, locale=locale, events=LOSSY)
    page.get_by_text(LANGUAGES[locale][0], exact=True).wait_for()
    assert page.locator(".news-item.is-good").count() == 0
    # The figure at the top is the same count.
    assert page.locator(".chip.is-bad", has_text="72").count() == 1
    page.get_by_role("log").get_by_role("button").first.click()
    page.wait_for_url("**/takes/2026-05-04_10-07-56*")


@everywhere
def test_faulty_inputs_and_warnings_are_told_in_every_language(recorder, visit, locale):
    page, _ = open_page(
        visit, recorder, locale=locale, phase="recording", status={"signals": SIGNALS, "still": ["combined"]}, events=[STILL, SPACE])
    for text in [*LANGUAGES[locale][1], PHRASES[locale]["still"]]:
        page.locator(".chip.is-bad .visually-hidden").get_by_text(text, exact=True).wait_for(state="attached")
    for text in (PHRASES[locale]["still"], PHRASES[locale]["space"]):
        page.get_by_role("log").get_by_text(text).wait_for()
    assert page.get_by_text(SPACE["message"], exact=True).get_attribute("lang") == "en"


@everywhere
def test_a_failure_and_why_no_take_can_begin_are_told_in_every_language(recorder, visit, locale):
    page, _ = open_page(visit, recorder, locale=locale, status=BLOCKED, events=[FAILED])
    page.get_by_text(LANGUAGES[locale][3], exact=True).wait_for()
    page.get_by_text(BLOCKED["obstacle"]["message"], exact=True).wait_for()
    words = PHRASES[locale]
    for text in (words["full"], words["full-advice"]):
        page.get_by_role("alert").get_by_text(text, exact=True).wait_for()
    assert page.get_by_text("choose another disk for recording.directory").count() == 0
    # The button has the reason, too, for pointers and for screen readers.
    assert page.locator(".record-button").get_attribute("title") == words["full"]
    # The advice for a failure is written for a page.
    for text in (words["failed"], words["failed-advice"]):
        page.get_by_role("alert").get_by_text(text, exact=True).wait_for()
    # Text that only the server has follows, marked with its language.
    assert page.get_by_text(FAILED["message"], exact=True).get_attribute("lang") == "en"
    assert page.get_by_text("dualcam plan").count() == 0


def test_an_output_that_is_written_again_is_no_warning(recorder, visit):
    page, _ = open_page(visit, recorder, locale="de-DE", phase="recording", events=[FLOWS])
    page.get_by_role("log").get_by_text("Gesamtbild").wait_for()
    assert page.locator(".news-item.is-grave").count() == 0


def open_without_picture(visit, recorder, **options):
    """Opens a page whose preview has no picture, at a standstill."""
    visitor = visit(**options)
    visitor.context.add_init_script("""localStorage.setItem('dualcam.preferences', '{"hides":false}')""")
    Frozen(recorder, visitor.context).phase = "recording"
    visitor.context.route_web_socket("**/api/v1/preview*", lambda socket: (
        socket.send('{"error": {"code": "not-now", "message": "Camera back is lost.", "advice": "", "reason": "camera-lost"}}'), socket.close()))
    page = visitor.open(recorder.link)
    page.locator(".preview-status.is-unavailable").first.wait_for()
    return page


@everywhere
def test_a_picture_that_is_not_there_has_a_reason(recorder, visit, locale):
    page = open_without_picture(visit, recorder, locale=locale)
    told = page.locator(".preview-status.is-unavailable").first.inner_text()
    assert LANGUAGES[locale][2] in told and PHRASES[locale]["lost"] in told and "Camera back" not in told


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_picture_that_is_not_there_looks_as_it_did(recorder, visit, screenshot, request, size):
    page = open_without_picture(visit, recorder, viewport=SIZES[size])
    page.wait_for_selector(".meter")
    assert compare_schemes(page, f"no-picture-{size}", request, screenshot) == []
    for wish in WISHES:
        wish_for(page, wish)
        assert violations(page, f"no picture, {wish}") == []


PEOPLE = [
    person("computer 1", command="swap"), person("phone 1", command="layout", at="10:20:11"), person("tablet 1"), person("phone 2", "viewer"),
]


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_people_look_as_they_did(recorder, visit, screenshot, request, size):
    found = []
    for role, people in (("director", PEOPLE), ("viewer", PEOPLE[::-1])):
        page, frozen = open_page(visit, recorder, phase="recording", people=people, role=role, viewport=SIZES[size], timezone_id="UTC")
        page.get_by_role("button", name="4 people").click()
        frozen.preview.show(page)
        found += compare_schemes(page, f"people-{role}-{size}", request, screenshot)
    assert found == []


def overlap(one, other):
    return all(one[at] < other[at] + other[size] and other[at] < one[at] + one[size] for at, size in (("x", "width"), ("y", "height")))


@pytest.mark.parametrize("role", ["director", "viewer"])
def test_people_find_room_beside_all_figures(recorder, visit, screenshot, role):
    """A phone of minimum width, on which the figures alone fill their row."""
    page, _ = open_page(visit, recorder, phase="recording", people=PEOPLE, role=role, viewport={"width": 320, "height": 640})
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


@pytest.mark.parametrize("role", ["director", "viewer"])
def test_people_can_be_read_over_any_picture(recorder, visit, screenshot, role):
    page, frozen = open_page(visit, recorder, phase="recording", people=PEOPLE, role=role)
    page.get_by_role("button", name="4 people").click()
    seen, low = over_any_picture(page, frozen, f"people-{role}", screenshot)
    assert seen > 10
    assert not low, low
