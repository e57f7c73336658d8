/** Below it nothing is done. In seconds. */
const exact = 0.006;
/** From here on a jump is quicker. In seconds. */
const jump = 0.25;
/** The most by which a follower's rate differs, and for how long it does at least, in seconds. */
const nudge = 0.25;
const time = 0.3;
/** The most that is taken for what changing the rate costs, in seconds. */
const mostLoss = 0.1;
/** Readings by which a player is judged: a single one may be off by a frame of the display. */
const readings = 9;

export type Correction = { kind: "none" } | { kind: "jump" } | { kind: "rate"; rate: number; seconds: number };

/**
 * What a follower does that is so many seconds behind its leader; before it: less than 0.
 *
 * @param loss - By how much it falls behind when its rate is changed, in seconds.
 * @param span - How long the readings took, in seconds. On a busy machine a correction ends late by about the time between two of them:
 *   one that lasts as long as all of them is wrong by a small part only.
 */
export function correction(behind: number, loss = 0, span = 0): Correction {
  if (Math.abs(behind) <= exact) return { kind: "none" };
  if (Math.abs(behind) > jump) return { kind: "jump" };
  const wanted = behind + loss;
  const least = Math.max(time, span);
  const faster = Math.max(-nudge, Math.min(nudge, wanted / least));
  return { kind: "rate", rate: 1 + faster, seconds: Math.max(least, wanted / faster || 0) };
}

/** Corrections that learn from what the ones before have left: browsers stop for some hundredths of a second when a rate changes. */
export class Corrections {
  private loss = 0;
  private isTried = false;
  private excess = 0;

  next(behind: number, span = 0): Correction {
    if (this.isTried) this.loss = Math.max(-mostLoss, Math.min(mostLoss, this.loss + behind + this.excess));
    const next = correction(behind, this.loss, span);
    this.isTried = next.kind === "rate";
    return next;
  }

  /** The last one has lasted for another time than it should, and has brought so many seconds too much: no cost of changing the rate. */
  exceeded(seconds: number): void {
    this.excess = seconds;
  }

  /** What comes next is not what the last one has left. */
  forget(): void {
    this.isTried = false;
  }
}

/** The middle one of the last readings; `null`: there are too few since it was forgotten. */
export class Difference {
  private seen: { behind: number; at: number }[] = [];

  /** A reading, and when it was made, in seconds. */
  take(behind: number, at = 0): void {
    this.seen = [...this.seen.slice(1 - readings), { behind, at }];
  }

  forget(): void {
    this.seen = [];
  }

  get value(): number | null {
    if (this.seen.length < readings) return null;
    return this.seen.map(({ behind }) => behind).sort((one, other) => one - other)[(readings - 1) / 2]!;
  }

  /** The time from the first to the last of them, in seconds. */
  get span(): number {
    return (this.seen[this.seen.length - 1]?.at ?? 0) - (this.seen[0]?.at ?? 0);
  }
}

/**
 * A player that follows another one: it is measured for some frames, plays a little faster or slower for just as long as makes good what
 * was found, and is measured again. A rate that changed with every reading would follow what is uncertain in them.
 */
export class Follower {
  private readonly difference = new Difference();
  private readonly corrections = new Corrections();
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** When the rate was changed, in seconds of the page's clock, and for how long it was meant to be. */
  private changed = { at: 0, seconds: 0 };

  constructor(private readonly video: HTMLVideoElement) {}

  /** Called in each frame of the display. */
  follow(leader: HTMLVideoElement): void {
    const { video } = this;
    if (this.timer !== null) return;
    if (video.ended || video.seeking || leader.seeking || video.paused || leader.paused) {
      this.corrections.forget();
      return this.difference.forget();
    }
    this.difference.take(leader.currentTime - video.currentTime, performance.now() / 1000);
    const behind = this.difference.value;
    if (behind === null) return;
    const wanted = this.corrections.next(behind, this.difference.span);
    if (wanted.kind === "none") return;
    this.settle();
    if (wanted.kind === "jump") video.currentTime = leader.currentTime;
    else {
      video.playbackRate = wanted.rate;
      this.changed = { at: performance.now() / 1000, seconds: wanted.seconds };
      this.timer = setTimeout(() => this.settle(), wanted.seconds * 1000);
    }
  }

  /** Plays as fast as it was recorded. */
  settle(): void {
    if (this.timer !== null) {
      clearTimeout(this.timer);
      const { at, seconds } = this.changed;
      this.corrections.exceeded((this.video.playbackRate - 1) * (performance.now() / 1000 - at - seconds));
    }
    this.timer = null;
    this.video.playbackRate = 1;
    this.difference.forget();
  }
}
