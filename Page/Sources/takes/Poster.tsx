import { useEffect, useState } from "react";

/** The delays before each further request, in milliseconds. */
const waits = [1000, 2000, 4000, 8000, 16000];

/** A still picture that the server may not have made yet. */
export function Poster({ source }: { source: string | null }) {
  const [attempt, setAttempt] = useState(0);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const wait = isMissing ? waits[attempt] : undefined;
    if (wait === undefined) return;
    const timer = window.setTimeout(() => {
      setMissing(false);
      setAttempt(attempt + 1);
    }, wait);
    return () => window.clearTimeout(timer);
  }, [isMissing, attempt]);
  if (source === null || isMissing) return <div className="poster poster-empty" />;
  return (
    <img
      key={attempt}
      className="poster"
      src={source}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setMissing(true)}
    />
  );
}
