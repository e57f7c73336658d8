import { useEffect, useRef, useState, type KeyboardEvent, type MutableRefObject } from "react";
import { Button } from "../components/Button";
import { Icon } from "../components/Icon";
import { fill, useTexts } from "../i18n";
import { describe, outputName } from "./Badges";
import { Chapters } from "./Chapters";
import { chapters, outputs, type Take, type TakeFile } from "./model";
import { PlayerControls } from "./PlayerControls";
import { fileAddress, proxyAddress } from "./server";
import { useTakes, useTakesStore } from "./useTakes";
import { usePlayback } from "./usePlayback";
import { WorkLine } from "./WorkBar";

/** Seconds per press of an arrow key. */
const step = 5;

/**
 * The player of a take: all pictures at the same instant, one of them large. It stores its position in `place`, in seconds.
 */
export function Player({ take, place }: { take: Take; place: MutableRefObject<number> }) {
  const playback = usePlayback(take);
  place.current = playback.time;
  const names = outputs(take);
  const [shown, setShown] = useState(names[0] ?? "");
  const [isMuted, setMuted] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  /**
   * The output whose file supplies the sound. It does not depend on the large picture, so that the sound is never
   * interrupted.
   */
  const heard = names.find((name) => playback.segment?.files.get(name)?.audio) ?? names[0];
  const rate = Number(playback.segment?.files.get(shown)?.video?.["frame-rate"]) || 30;

  const key = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target instanceof HTMLInputElement) return;
    const chosen = names[Number(event.key) - 1];
    if (chosen !== undefined) setShown(chosen);
    else if (!move(event)) return;
    event.preventDefault();
  };
  const move = (event: KeyboardEvent): boolean => {
    const { time, seek, toggle } = playback;
    const times = chapters(take).map((chapter) => chapter.at);
    const keys: Record<string, () => void> = {
      ArrowLeft: () => seek(time - step),
      ArrowRight: () => seek(time + step),
      ",": () => seek(time - 1 / rate),
      ".": () => seek(time + 1 / rate),
      "[": () => seek(Math.max(0, ...times.filter((at) => at < time - 0.5))),
      "]": () => seek(Math.min(playback.length, ...times.filter((at) => at > time + 0.1))),
      m: () => setMuted(!isMuted),
    };
    // The space bar itself presses a button that has the focus.
    if (!(event.target instanceof HTMLButtonElement)) keys[" "] = toggle;
    const action = keys[event.key];
    action?.();
    return action !== undefined;
  };

  return (
    <div className="player" ref={frame} tabIndex={-1} onKeyDown={key}>
      <div className="stage" data-count={names.length}>
        {names.map((name) => (
          <Picture
            key={name}
            take={take}
            output={name}
            file={playback.segment?.files.get(name)}
            isShown={name === shown}
            isMuted={isMuted || name !== heard}
            attach={(video) => playback.attach(name, video)}
            onShow={() => (name === shown ? playback.toggle() : setShown(name))}
          />
        ))}
      </div>
      <PlayerControls take={take} playback={playback} isMuted={isMuted} onMute={setMuted} frame={frame} />
      <Chapters take={take} time={playback.time} onSeek={playback.seek} />
    </div>
  );
}

/** Returns the address of the file or of its copy for browsers; `null`: this browser plays neither. */
function sourceOf(take: Take, file: TakeFile | undefined, isBroken: boolean): string | null {
  if (file === undefined || (isBroken && !file.proxy)) return null;
  if (file.proxy && (isBroken || file.plays === false)) return proxyAddress(take, file.proxy);
  return file.plays === false ? null : fileAddress(take, file.path);
}

interface PictureProps {
  take: Take;
  output: string;
  file: TakeFile | undefined;
  isShown: boolean;
  isMuted: boolean;
  attach: (video: HTMLVideoElement | null) => void;
  onShow: () => void;
}

function Picture({ take, output, file, isShown, isMuted, attach, onShow }: PictureProps) {
  const texts = useTexts();
  const text = texts.t.takes;
  const { can, work } = useTakes();
  const store = useTakesStore();
  const [isBroken, setBroken] = useState(false);
  const name = outputName(output, text.combined);
  const source = sourceOf(take, file, isBroken);
  const plays = source !== null;
  const copying = work.find((one) => one.kind === "proxy" && one.session === take.id && one.file === file?.path);
  useEffect(() => setBroken(false), [file?.path, file?.proxy]);
  return (
    <div className="picture" data-shown={isShown || undefined} data-output={output}>
      {plays && (
        <video
          key={source}
          ref={attach}
          src={source}
          muted={isMuted}
          playsInline
          preload="auto"
          tabIndex={-1}
          aria-hidden="true"
          onError={() => setBroken(true)}
        />
      )}
      {!plays && file && isShown && (
        <div className="unplayable">
          <p>{fill(text.player.unplayable, { codec: describe(file) })}</p>
          {copying && <WorkLine work={copying} />}
          {can.has("proxy") && !copying && (
            <Button
              label={text.player.makeCopy}
              onClick={() => void store.begin(() => store.library.makeProxy(take, file.path))}
            />
          )}
        </div>
      )}
      {(plays || !isShown) && (
        <button
          type="button"
          className="picture-choose"
          aria-pressed={isShown}
          aria-label={fill(text.player.show, { name })}
          onClick={onShow}
        >
          <span>
            {!plays && <Icon name="warning" />}
            {name}
          </span>
        </button>
      )}
    </div>
  );
}
