import { useEffect, useRef } from "react";
import { useTexts } from "../i18n";
import { useModel, useStore } from "../store/hooks";
import { isClipped, type Meter, metered, scale } from "./meter";
import { microphoneOf, ofMicrophone } from "./signals";

/** Peak, RMS, held peak and clipping of every microphone, ten times a second. */
export function MeterBars({ wide = false }: { wide?: boolean }) {
  const { t } = useTexts();
  // A single microphone's name is empty; the list shows how many there are.
  const names = useModel((model) => JSON.stringify(Object.keys(model.levels)));
  const list = JSON.parse(names) as string[];
  return list.length === 0 ? null : <Bars names={list} wide={wide} label={t.panel.levels} />;
}

function Bars({ names, wide, label }: { names: string[]; wide: boolean; label: string }) {
  return (
    <div className={`meters glass${wide ? " is-wide" : ""}`} role="group" aria-label={label}>
      {names.map((name) => <MeterCanvas key={name} name={name} isWide={wide} />)}
    </div>
  );
}

function MeterCanvas({ name, isWide }: { name: string; isWide: boolean }) {
  const store = useStore();
  const canvas = useRef<HTMLCanvasElement>(null);
  const isFaulty = useModel((model) =>
    (model.state?.status?.signals ?? []).some((signal) => ofMicrophone(signal) && microphoneOf(signal) === name),
  );
  useEffect(() => {
    let meter: Meter | undefined;
    let seen: unknown;
    const show = () => {
      const levels = store.get().levels[name];
      if (levels === undefined || levels === seen || canvas.current === null) return;
      seen = levels;
      meter = metered(meter, levels, performance.now());
      draw(canvas.current, meter, isWide);
      canvas.current.setAttribute("aria-label", `${name} ${Math.round(Math.max(...levels.peak))} dB`);
    };
    show();
    return store.subscribe(show);
  }, [store, name, isWide]);
  return (
    <canvas ref={canvas} className="meter" role="img" data-faulty={isFaulty || undefined} width={isWide ? 320 : 160} height={isWide ? 32 : 20} />
  );
}

const stops: [number, string][] = [[0, "#30d158"], [scale(-12), "#30d158"], [scale(-11.9), "#ffd60a"], [scale(-3), "#ffd60a"], [scale(-2.9), "#ff453a"], [1, "#ff453a"]];

function draw(canvas: HTMLCanvasElement, meter: Meter, isWide: boolean): void {
  const context = canvas.getContext("2d")!;
  const clipWidth = isWide ? 10 : 6;
  const length = canvas.width - clipWidth - 2;
  const channels = meter.peak.length || 1;
  const height = Math.floor((canvas.height - (channels - 1) * 2) / channels);
  const gradient = context.createLinearGradient(0, 0, length, 0);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  context.clearRect(0, 0, canvas.width, canvas.height);
  for (let channel = 0; channel < channels; channel++) {
    const top = channel * (height + 2);
    context.fillStyle = "#80808066";
    context.fillRect(0, top, length, height);
    context.fillStyle = gradient;
    context.globalAlpha = 0.45;
    context.fillRect(0, top, length * scale(meter.peak[channel] ?? -Infinity), height);
    context.globalAlpha = 1;
    context.fillRect(0, top, length * scale(meter.rms[channel] ?? -Infinity), height);
    const held = length * scale(meter.hold[channel] ?? -Infinity);
    if (held > 2) context.fillRect(held - 2, top, 2, height);
  }
  context.fillStyle = isClipped(meter, performance.now()) ? "#ff453a" : "#80808066";
  context.fillRect(canvas.width - clipWidth, 0, clipWidth, canvas.height);
}
