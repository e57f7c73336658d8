import { useState, type PointerEvent, type RefObject } from "react";
import { Button } from "../components/Button";
import { fill, useTexts } from "../i18n";
import { FilmStrip, useStrip } from "./FilmStrip";
import { clock } from "./clock";
import { chapters, segmentAt, type Take } from "./model";
import { useTakes } from "./useTakes";
import type { Playback } from "./usePlayback";

interface Props {
  take: Take;
  playback: Playback;
  isMuted: boolean;
  onMute: (isMuted: boolean) => void;
  frame: RefObject<HTMLElement>;
}

/** The controls below the picture: the time, the chapters, the sound. */
export function PlayerControls({ take, playback, isMuted, onMute, frame }: Props) {
  const texts = useTexts();
  const text = texts.t.takes.player;
  const toggle = playback.isPlaying ? text.pause : text.play;
  const sound = isMuted ? text.unmute : text.mute;
  const full = () => (document.fullscreenElement ? document.exitFullscreen() : frame.current?.requestFullscreen());
  return (
    <div className="player-controls glass">
      <Button label={toggle} icon={playback.isPlaying ? "pause" : "play"} iconOnly kind="plain" onClick={playback.toggle} />
      <Position take={take} playback={playback} />
      <output className="player-time" aria-live="off">
        {clock(playback.time)} / {clock(playback.length)}
      </output>
      <Button label={sound} icon={isMuted ? "silent" : "sound"} iconOnly kind="plain" onClick={() => onMute(!isMuted)} />
      {document.fullscreenEnabled && <Button label={text.fullScreen} icon="full" iconOnly kind="plain" onClick={full} />}
    </div>
  );
}

/** A slider with marks for the chapters; above the pointer it shows a still of that position. */
function Position({ take, playback }: { take: Take; playback: Playback }) {
  const texts = useTexts();
  const { can } = useTakes();
  const [hovered, setHovered] = useState<number | null>(null);
  const { segments, length, time, seek } = playback;
  const segment = hovered === null ? undefined : segments[segmentAt(segments, hovered)];
  const file = segment?.files.get("combined") ?? segment?.files.values().next().value;
  const strip = useStrip(take, file, hovered !== null && can.has("strip"));
  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    setHovered(Math.max(0, Math.min(1, (event.clientX - box.left) / box.width)) * length);
  };
  const share = (seconds: number) => `${length > 0 ? (100 * seconds) / length : 0}%`;
  return (
    <div className="position" onPointerMove={place} onPointerLeave={() => setHovered(null)}>
      <input
        type="range"
        min={0}
        max={length}
        step={0.1}
        value={Math.min(time, length)}
        aria-label={texts.t.takes.player.position}
        aria-valuetext={fill(texts.t.takes.player.positionText, {
          time: clock(time),
          length: clock(length),
        })}
        onChange={(event) => seek(Number(event.target.value))}
      />
      <span className="position-filled" style={{ width: share(time) }} />
      {chapters(take).map(({ at }, index) => (
        <span key={index} className="position-mark" style={{ left: share(at) }} />
      ))}
      {hovered !== null && (
        <div className="position-still" style={{ left: share(hovered) }}>
          {segment && file && strip && <FilmStrip take={take} file={file} strip={strip} at={hovered - segment.begin} />}
          <span>{clock(hovered)}</span>
        </div>
      )}
    </div>
  );
}
