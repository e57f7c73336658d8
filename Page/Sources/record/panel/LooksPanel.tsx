import { type FocusEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import type { Commands } from "../../api/generated";
import { Button } from "../../components/Button";
import { Segments } from "../../components/Controls";
import { useTexts } from "../../i18n";
import { useModel, useSetting, useStore } from "../../store/hooks";
import { NumberControl } from "./SettingControl";

const parts = ["exposure", "contrast", "saturation", "temperature"] as const;

/** Looks and colours of the combined picture, or of one camera in it. */
export function LooksPanel() {
  const { t } = useTexts();
  const [chosen, setChosen] = useState("combined");
  const names = useModel((model) =>
    Object.keys(model.state?.settings ?? {}).filter((name) => /^look\.[^.]+$/.test(name)).map((name) => name.slice(5)).join("\n"));
  const targets = useMemo(() => names.split("\n").filter(Boolean), [names]);
  const target = targets.includes(chosen) ? chosen : targets[0];
  if (target === undefined) return <p className="panel-hint">{t.panel.noPicture}</p>;
  return (
    <>
      <section className="panel-group">
        <h3>{t.panel.lookOf}</h3>
        <Segments label={t.panel.lookOf} value={target} choices={targets.map((value) => ({ value, label: value === "combined" ? t.record.combined : value }))} onChange={setChosen} />
      </section>
      <Look target={target} />
      <Adjust target={target} />
    </>
  );
}

function Look({ target }: { target: string }) {
  const { t } = useTexts();
  const store = useStore();
  const look = useSetting(`look.${target}`);
  const intensity = useSetting(`look.${target}.intensity`);
  const words: Record<string, string> = t.looks;
  useEffect(() => () => void preview()?.style.removeProperty("filter"), []);
  if (look === undefined) return null;
  const choices = (look.choices ?? []).map(String);
  return (
    <section className="panel-group">
      <div className="looks" role="group" aria-label={t.panel.looks}>
        {choices.map((word) => (
          <button
            key={word} type="button" className="look button is-plain" data-look={word} aria-pressed={look.value === word}
            {...(target === "combined" ? tryOut(word) : {})}
            onClick={() => void store.perform("look", { look: word, camera: target }, { [`look.${target}`]: word })}
          >
            <LookSwatch look={word} />
            <span>{words[word] ?? word}</span>
          </button>
        ))}
      </div>
      {intensity && <NumberControl label={t.panel.intensity} setting={intensity} onChange={(value) => store.perform("look", { camera: target, intensity: String(value) }, { [`look.${target}.intensity`]: value })} />}
    </section>
  );
}

/** CSS filters that approximate the looks well enough to choose one. */
const filters: Record<string, string> = {
  vivid: "saturate(1.5) contrast(1.1)", dramatic: "contrast(1.35) saturate(0.9) brightness(0.95)", cool: "saturate(0.95) hue-rotate(8deg) brightness(1.02)",
  warm: "sepia(0.3) saturate(1.25)", mono: "grayscale(1)", silvertone: "grayscale(1) contrast(0.9) brightness(1.12)",
  noir: "grayscale(1) contrast(1.5) brightness(0.9)", sepia: "sepia(0.9)", cinematic: "contrast(1.15) saturate(0.85) sepia(0.12)",
};

const preview = () => document.querySelector<HTMLCanvasElement>(".preview-canvas");

/** Shows an approximate look in the large picture while the mouse or the focus is on it; nothing of it is recorded. */
function tryOut(look: string) {
  const show = () => preview()?.style.setProperty("filter", filters[look] ?? "none");
  const hide = () => preview()?.style.removeProperty("filter");
  return {
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === "mouse") show();
    },
    onPointerLeave: hide, onPointerDown: hide, onBlur: hide,
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(":focus-visible")) show();
    },
    onKeyDown: hide,
  };
}

/** The live picture with a look, twice a second. */
function LookSwatch({ look }: { look: string }) {
  const swatch = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = () => {
      const shown = preview();
      const context = swatch.current?.getContext("2d");
      if (!shown || !context || shown.width === 0) return;
      context.filter = filters[look] ?? "none";
      context.drawImage(shown, 0, 0, context.canvas.width, context.canvas.height);
    };
    draw();
    const timer = setInterval(draw, 500);
    return () => clearInterval(timer);
  }, [look]);
  return <canvas ref={swatch} className="look-swatch" width={96} height={54} aria-hidden="true" />;
}

function Adjust({ target }: { target: string }) {
  const { t } = useTexts();
  const store = useStore();
  const send = (args: Commands["adjust"]) => {
    const settings = Object.fromEntries(Object.entries(args).map(([part, value]) => [`adjust.${target}.${part}`, value]));
    return store.perform("adjust", { ...args, camera: target }, settings);
  };
  return (
    <section className="panel-group" key={target}>
      {parts.map((part) => <AdjustPart key={part} target={target} part={part} send={(value) => send({ [part]: value })} />)}
      <Button label={t.panel.reset} onClick={() => void send({ exposure: 0, contrast: "0%", saturation: "0%", temperature: 0 })} />
    </section>
  );
}

function AdjustPart(props: { target: string; part: (typeof parts)[number]; send: (value: string | number) => Promise<unknown> }) {
  const { t } = useTexts();
  const setting = useSetting(`adjust.${props.target}.${props.part}`);
  return setting ? <NumberControl label={t.panel[props.part]} setting={setting} onChange={props.send} /> : null;
}
