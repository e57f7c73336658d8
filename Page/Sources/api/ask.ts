import { Refused } from "./client";

/** The first and the maximum delay, in milliseconds, before a refused request is sent again. */
const [first, longest] = [1000, 30_000];

/** Returns true if the server may answer soon: it is overloaded or unreachable. */
const passes = (error: unknown): boolean => error instanceof Refused && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Sends a request, repeats it while the server has no time for it, and passes the answer on. Returns a function that stops it. */
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
