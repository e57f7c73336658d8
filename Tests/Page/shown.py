"""What a page has shown, also for a moment only: a test that looks later still finds it."""

# Keeps every text that an element of a selector has had, in the order in which they were shown.
RECORD = """(selector) => {
  const texts = window.shownTexts = [];
  const look = () => {
    for (const {textContent} of document.querySelectorAll(selector)) if (!texts.includes(textContent)) texts.push(textContent);
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
  look();
}"""


class Shown:
    """The news of a page, from now on until it is loaded again."""

    def __init__(self, page, selector=".news-item"):
        self.page = page
        page.evaluate(RECORD, selector)

    @property
    def texts(self):
        return self.page.evaluate("window.shownTexts")

    def wait(self, text):
        """Returns when a text has been shown since the recording began."""
        self.page.wait_for_function("(text) => window.shownTexts.some((one) => one.includes(text))", arg=text)
