/** The difference below which nothing is corrected, in seconds. */
const exact = 0.006;
/** The difference above which a jump is quicker, in seconds. */
const jump = 0.25;
/** The maximum change of a follower's rate, and its minimum duration in seconds. */
const nudge = 0.25;
const time = 0.3;
/** The maximum assumed cost of a change of the rate, in seconds. */
const mostLoss = 0.1;
/** The number of readings for one judgement: a single one may be off by one display frame. */
const readings = 9;

export type Correction = { kind: "none" } | { kind: "jump" } | { kind: "rate"; rate: number; seconds: number };

/**
 * Returns the correction for a follower that is this many seconds behind its leader; negative: ahead.
 *
 * @param loss - How far the follower falls behind when its rate changes, in seconds.
 * @param span - The duration of the readings, in seconds. On a busy machine a correction ends late by about the time between two of
 *   them: if it lasts as long as all of them, the error is small.
 */
export function correction(behind: number, loss = 0, span = 0): Correction {
  if (Math.abs(behind) <= exact) return { kind: "none" };
  if (Math.abs(behind) > jump) return { kind: "jump" };
  const wanted = behind + loss;
  const least = Math.max(time, span);
  const faster = Math.max(-nudge, Math.min(nudge, wanted / least));
  return { kind: "rate", rate: 1 + faster, seconds: Math.max(least, wanted / faster || 0) };
}

/**
 * Corrections that learn from the remaining error of earlier ones: browsers pause for some hundredths of a second when a rate changes.
 */
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

  /** Notes by how many seconds the last correction went too far because it lasted too long. This is not a cost of changing the rate. */
  exceeded(seconds: number): void {
    this.excess = seconds;
  }

  /** Prevents the next reading from counting as the remaining error of the last correction. */
  forget(): void {
    this.isTried = false;
  }
}

/** The median of the last readings; `null`: there are too few since `forget()`. */
export class Difference {
  private seen: { behind: number; at: number }[] = [];

  /** Adds a reading and its time, in seconds. */
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

  /** The time between the first and the last reading, in seconds. */
  get span(): number {
    return (this.seen[this.seen.length - 1]?.at ?? 0) - (this.seen[0]?.at ?? 0);
  }
}

/**
 * A player that follows another one. It is measured for some frames, plays faster or slower for exactly as long as the correction needs,
 * and is measured again. Changing the rate after every reading would follow the noise in the readings.
 */
export class Follower {
  private readonly difference = new Difference();
  private readonly corrections = new Corrections();
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** The time of the last change of the rate, in seconds of the page's clock, and its planned duration. */
  private changed = { at: 0, seconds: 0 };

  constructor(private readonly video: HTMLVideoElement) {}

  /** Measures and corrects the player. Called in each display frame. */
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

  /** Returns to the recorded speed. */
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
