import { useEffect, useMemo, useRef, useState } from "react";
import { Players } from "./players";
import { segmentAt, segments, type Segment, type Take } from "./model";

/**
 * The playback of a take: one time for all of its segments, and the same instant in all of its outputs.
 */
export interface Playback {
  segments: Segment[];
  /** The segment whose files the players hold. */
  segment: Segment | undefined;
  length: number;
  time: number;
  isPlaying: boolean;
  attach: (output: string, video: HTMLVideoElement | null) => void;
  toggle: () => void;
  seek: (time: number) => void;
}

export function usePlayback(take: Take): Playback {
  const all = useMemo(() => segments(take), [take]);
  const [index, setIndex] = useState(0);
  const [time, setTime] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const videos = useRef(new Map<string, HTMLVideoElement>());
  const waiting = useRef<{ time: number; isPlaying: boolean } | null>(null);
  const segment = all[index];
  const last = all[all.length - 1];
  const length = last ? last.begin + last.length : 0;
  const begin = useRef(0);
  begin.current = segment?.begin ?? 0;
  const next = useRef<() => void>(() => {});

  const players = useMemo(
    () =>
      new Players(
        () => [...videos.current.values()].filter((video) => video.error === null),
        // Ten updates a second are enough for a clock and a slider.
        (inside) => setTime(Math.round((begin.current + inside) * 10) / 10),
        () => next.current(),
      ),
    [],
  );
  useEffect(() => () => players.close(), [players]);

  next.current = () => {
    if (index + 1 < all.length) {
      waiting.current = { time: 0, isPlaying: true };
      setIndex(index + 1);
    } else {
      setPlaying(false);
      setTime(length);
    }
  };

  useEffect(() => {
    const begun = waiting.current;
    waiting.current = null;
    if (!begun) return;
    void players.seek(begun.time).then(() => (begun.isPlaying ? players.play() : undefined));
  }, [index, players]);

  const seek = (wanted: number) => {
    const bounded = Math.max(0, Math.min(length, wanted));
    const target = segmentAt(all, bounded);
    const inside = bounded - (all[target]?.begin ?? 0);
    setTime(bounded);
    if (target === index) {
      void players.seek(inside);
    } else {
      waiting.current = { time: inside, isPlaying };
      players.close();
      setIndex(target);
    }
  };

  const toggle = () => {
    if (isPlaying) {
      players.pause();
      setPlaying(false);
      return;
    }
    setPlaying(true);
    if (time >= length - 0.05) {
      seek(0);
      if (all.length > 1 && waiting.current) {
        waiting.current.isPlaying = true;
        return;
      }
    }
    void players.play();
  };

  const attach = (output: string, video: HTMLVideoElement | null) => {
    if (video) videos.current.set(output, video);
    else videos.current.delete(output);
  };
  return { segments: all, segment, length, time, isPlaying, attach, toggle, seek };
}
