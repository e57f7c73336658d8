import { Refused } from "./client";

/** Milliseconds before a question that was refused is asked again, at first and at most. */
const [first, longest] = [1000, 30_000];

/** True where the server may answer soon: it has too much to do, or could not be asked. */
const passes = (error: unknown): boolean => error instanceof Refused && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Asks, again and again while the server has no time for it, and tells the answer; returns what ends the asking. */
export function ask<T>(question: () => Promise<T>, told: (answer: T) => void, delay = 0): () => void {
  let isOver = false;
  const attempt = async (again: number) => {
    let answer: T;
    try {
      answer = await question();
    } catch (error) {
      if (!isOver && passes(error)) timer = setTimeout(() => attempt(Math.min(longest, 2 * again)), again);
      return;
    }
    if (!isOver) told(answer);
  };
  let timer = setTimeout(() => attempt(first), delay);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
