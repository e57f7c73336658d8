import { useEffect, useState } from "react";
import type { Take, TakeFile } from "./model";
import { stripAddress, type Strip } from "./server";
import { useTakesStore } from "./useTakes";

const known = new Map<string, Promise<Strip | null>>();

/** Returns the layout of a file's sheet of stills, requested when it is needed; `null` while there is none. */
export function useStrip(take: Take, file: TakeFile | undefined, isWanted: boolean): Strip | null {
  const { library } = useTakesStore();
  const [strip, setStrip] = useState<Strip | null>(null);
  const path = file?.path;
  useEffect(() => {
    if (!isWanted || path === undefined) return;
    const key = stripAddress(take, path);
    const asked = known.get(key) ?? library.strip(take, path);
    known.set(key, asked);
    let isHere = true;
    void asked.then((found) => {
      if (found === null) known.delete(key);
      if (isHere) setStrip(found);
    });
    return () => {
      isHere = false;
    };
  }, [take.id, path, isWanted]);
  return strip;
}

/** The still at a time, in seconds of the file. */
export function FilmStrip({ take, file, strip, at }: { take: Take; file: TakeFile; strip: Strip; at: number }) {
  const last = strip.columns * strip.rows - 1;
  const index = Math.max(0, Math.min(last, Math.floor(at / strip.interval)));
  const [column, row] = [index % strip.columns, Math.floor(index / strip.columns)];
  return (
    <div className="film-strip" style={{ aspectRatio: `${strip.width} / ${strip.height}` }}>
      <img
        src={stripAddress(take, file.path)}
        alt=""
        draggable={false}
        style={{
          width: `${strip.columns * 100}%`,
          transform: `translate(${(-100 * column) / strip.columns}%, ${(-100 * row) / strip.rows}%)`,
        }}
      />
    </div>
  );
}
