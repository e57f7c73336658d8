import { Follower } from "./following";

/** The maximum difference of paused followers, in seconds. */
const exact = 0.004;

/**
 * Several players that show the same instant. The audible one leads, and the others follow its time. A small difference is corrected by
 * playing slightly faster or slower, which nobody notices, and a large one by a jump.
 */
export class Players {
  private wanted = false;
  private held = false;
  private frame = 0;
  private readonly followers = new WeakMap<HTMLVideoElement, Follower>();

  constructor(
    private readonly videos: () => HTMLVideoElement[],
    private readonly onTime: (time: number) => void,
    private readonly onEnd: () => void,
  ) {}

  get isPlaying(): boolean {
    return this.wanted;
  }

  get time(): number {
    return this.leader?.currentTime ?? 0;
  }

  /** The first audible player, or else the first. */
  private get leader(): HTMLVideoElement | undefined {
    const all = this.videos();
    return all.find((video) => !video.muted) ?? all[0];
  }

  private follower(video: HTMLVideoElement): Follower {
    const found = this.followers.get(video) ?? new Follower(video);
    this.followers.set(video, found);
    return found;
  }

  async play(): Promise<void> {
    this.wanted = true;
    await Promise.all(this.videos().map(ready));
    if (!this.wanted) return;
    this.align();
    await this.start();
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.step);
  }

  pause(): void {
    this.wanted = false;
    cancelAnimationFrame(this.frame);
    for (const video of this.videos()) video.pause();
    this.align();
  }

  async seek(time: number): Promise<void> {
    const all = this.videos();
    for (const video of all) {
      video.pause();
      video.currentTime = time;
    }
    this.onTime(time);
    await Promise.all(all.map(ready));
    if (this.wanted) await this.start();
  }

  close(): void {
    this.wanted = false;
    cancelAnimationFrame(this.frame);
  }

  private async start(): Promise<void> {
    // A player that is paused before it has started rejects its promise.
    await Promise.allSettled(this.videos().map((video) => (video.ended ? undefined : video.play())));
  }

  /** Moves the followers to the picture of a paused leader. */
  private align(): void {
    const leader = this.leader;
    if (!leader) return;
    for (const video of this.videos()) {
      this.follower(video).settle();
      if (video !== leader && Math.abs(video.currentTime - leader.currentTime) > exact) {
        video.currentTime = leader.currentTime;
      }
    }
  }

  private readonly step = (): void => {
    const leader = this.leader;
    if (!leader || !this.wanted) return;
    this.onTime(leader.currentTime);
    if (leader.ended) {
      this.wanted = false;
      for (const video of this.videos()) video.pause();
      this.onEnd();
      return;
    }
    this.waitForAll();
    if (!this.held) for (const video of this.videos()) if (video !== leader) this.follower(video).follow(leader);
    this.frame = requestAnimationFrame(this.step);
  };

  /** Pauses the players while one of them waits for data. */
  private waitForAll(): void {
    const all = this.videos();
    const isLate = all.some((video) => !video.ended && video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA);
    if (isLate && !this.held) {
      this.held = true;
      for (const video of all) if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) video.pause();
    } else if (!isLate && this.held) {
      this.held = false;
      this.align();
      void this.start();
    }
  }
}

/** Resolves when a player can show the picture at its time, or when it cannot play at all. */
function ready(video: HTMLVideoElement): Promise<void> {
  const isReady = () => video.error !== null || (!video.seeking && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA);
  if (isReady() || video.ended) return Promise.resolve();
  return new Promise((resolve) => {
    const names = ["canplay", "seeked", "error", "ended"];
    const look = () => {
      if (!isReady() && !video.ended && Math.abs(video.duration - video.currentTime) > 0.1) return;
      for (const name of names) video.removeEventListener(name, look);
      resolve();
    };
    for (const name of names) video.addEventListener(name, look);
  });
}
