"""Records what a page shows, even briefly, so that a test that looks later still finds it."""

# Keeps every text that the elements of a selector have had, in the order of their appearance.
RECORD = """(selector) => {
  const texts = window.shownTexts = [];
  const look = () => {
    for (const {textContent} of document.querySelectorAll(selector)) if (!texts.includes(textContent)) texts.push(textContent);
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
  look();
}"""


class Shown:
    """The news items that a page has shown since this object was created, until the page is reloaded."""

    def __init__(self, page, selector=".news-item"):
        self.page = page
        page.evaluate(RECORD, selector)

    @property
    def texts(self):
        return self.page.evaluate("window.shownTexts")

    def wait(self, text):
        """Returns when a text has been shown since the recording began."""
        self.page.wait_for_function("(text) => window.shownTexts.some((one) => one.includes(text))", arg=text)
