"""The players of a take, all looked at in one task of the page: their clocks at the same instant, whenever that is."""
FRAME = 1 / 30  # s
# So many pictures of the display, one after the other, are enough to say that players stay together.
ENOUGH = 15
# A busy machine draws few pictures in the length of a take: it is played so many times at most.
PLAYINGS = 10

# Counts, in each picture that the display draws, for how long the players have been within a frame of each other; true when it is for long
# enough, or when the film is over before that.
LOOK = """([frame, enough]) => {
  const videos = [...document.querySelectorAll('video')], times = videos.map((video) => video.currentTime);
  const apart = Math.max(...times) - Math.min(...times), looked = window.lookedAt ??= {together: 0, frames: []};
  if (videos.some((video) => video.ended)) return true;
  if (videos.some((video) => video.paused || video.seeking)) return false;
  looked.frames.push(Math.round(apart / frame * 100) / 100);
  looked.together = apart <= frame ? looked.together + 1 : 0;
  return looked.together >= enough;
}"""

# Sets the last player back, and waits until it is there; the others go on.
SET_BACK = """(seconds) => new Promise((done) => {
  const video = [...document.querySelectorAll('video')].at(-1);
  video.addEventListener('seeked', () => done(true), {once: true});
  video.currentTime = Math.max(0, video.currentTime - seconds);
})"""


def come_together(page, apart=0):
    """Returns when the players have been within one frame of each other for a while, also after one was set back by `apart` seconds. What is
    played begins anew when it is over before that."""
    seen = []

    def are_together():
        if apart:
            page.wait_for_function("() => document.querySelector('video').currentTime > 0.8")
            page.evaluate(SET_BACK, apart)
        page.evaluate("window.lookedAt = undefined")
        page.wait_for_function(LOOK, arg=[FRAME, ENOUGH])
        looked = page.evaluate("window.lookedAt ?? {together: 0, frames: []}")
        seen.append(looked["frames"])
        return looked["together"] >= ENOUGH

    for _ in range(PLAYINGS):
        if are_together():
            return
        page.wait_for_function("() => [...document.querySelectorAll('video')].every((video) => video.paused || video.ended)")
        page.keyboard.press("Space")
        page.wait_for_function("() => [...document.querySelectorAll('video')].every((video) => !video.ended && !video.paused)")
    raise AssertionError(f"frames by which the players were apart, each time that they played: {seen}")
