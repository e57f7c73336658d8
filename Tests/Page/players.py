"""Reads the clocks of all players of a take at the same instant, in one task of the page."""
FRAME = 1 / 30  # s
# The number of successive display frames after which players count as synchronous.
ENOUGH = 15
# The maximum number of times a take is played: a busy machine draws few frames in one playing.
PLAYINGS = 10

# Counts the display frames during which the players have been within one frame of each other. Returns true when there are enough, or when
# the film is over.
LOOK = """([frame, enough]) => {
  const videos = [...document.querySelectorAll('video')], times = videos.map((video) => video.currentTime);
  const apart = Math.max(...times) - Math.min(...times), looked = window.lookedAt ??= {together: 0, frames: []};
  if (videos.some((video) => video.ended)) return true;
  if (videos.some((video) => video.paused || video.seeking)) return false;
  looked.frames.push(Math.round(apart / frame * 100) / 100);
  looked.together = apart <= frame ? looked.together + 1 : 0;
  return looked.together >= enough;
}"""

# Moves the last player back and waits until it is there; the others continue.
SET_BACK = """(seconds) => new Promise((done) => {
  const video = [...document.querySelectorAll('video')].at(-1);
  video.addEventListener('seeked', () => done(true), {once: true});
  video.currentTime = Math.max(0, video.currentTime - seconds);
})"""


def come_together(page, apart=0):
    """Returns when the players have been within one frame of each other for a while, also after one was moved back by `apart` seconds. Plays
    the take again if it ends before that."""
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
