"""Reports the accessibility problems that axe finds in a page, with all of its
rules."""
from axe_playwright_python.sync_playwright import Axe

SCRIPT = Axe().axe_script
FOUND = """() => axe.run({resultTypes: ['violations']}).then(({violations}) =>
  violations.map(({id, nodes}) => [id, nodes.map(({html}) => html.slice(0, 200))]))"""


def violations(page, name):
    """Returns the rules that a view breaks and the elements concerned, each with the
    view's name."""
    if page.evaluate("() => !window.axe"):
        page.evaluate(SCRIPT)
    return [(name, *one) for one in page.evaluate(FOUND)]
