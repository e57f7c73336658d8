import { useEffect, useState } from "react";
import { Icon, type IconName } from "../components/Icon";
import { fill, useTexts } from "../i18n";
import { useModel, useStore } from "../store/hooks";
import { stillText } from "../store/failure";
import { lostFrames, obstacle } from "../store/model";
import { PeopleChip } from "./People";
import { ofMicrophone, type Signal, signalText } from "./signals";

/** The status line: what is recorded, for how long, and whether all is well. */
export function TopLine() {
  return (
    <header className="top-line">
      <div className="top">
        <Tally />
        <div className="top-side">
          <PeopleChip />
          <ul className="top-chips glass controls">
            <LinkChip />
            <LostChip />
            <DiskChip />
            <BatteryChip />
            <HeatChip />
            <LoadChip />
          </ul>
        </div>
      </div>
      <SignalChips />
    </header>
  );
}

/** Returns the recorded time, which continues between two messages of the server. */
function useRecorded(): number {
  const store = useStore();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const show = () => {
      const { state, stateAt } = store.get();
      const recorded = state?.status?.recorded ?? 0;
      const runs = state?.phase === "recording" && (state.status?.flowing ?? false);
      setSeconds(Math.floor(recorded + (runs ? Math.min(2, (performance.now() - stateAt) / 1000) : 0)));
    };
    show();
    const timer = setInterval(show, 200);
    const stop = store.subscribe(show);
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [store]);
  return seconds;
}

function Tally() {
  const texts = useTexts();
  const phase = useModel((model) => model.state?.phase);
  const name = useModel((model) => model.state?.folder?.split("/").pop() ?? model.state?.name ?? "");
  const marks = useModel((model) => model.marks);
  const isBlocked = useModel((model) => obstacle(model) !== null);
  const seconds = useRecorded();
  const { t } = texts;
  const words = {
    standby: isBlocked ? t.record.notReady : t.record.ready, preparing: t.record.preparing, recording: t.record.recording, paused: t.record.paused,
    finishing: t.record.finishing, finished: t.record.finished,
  };
  const isTimed = phase === "recording" || phase === "paused" || phase === "finishing";
  return (
    <div className="tally glass" data-phase={phase} data-blocked={isBlocked || undefined}>
      <span className="tally-dot" aria-hidden="true" />
      {isTimed && <span className="tally-time mono" role="timer">{texts.clock(seconds)}</span>}
      {phase && <span className={isTimed && phase === "recording" ? "visually-hidden" : "tally-word"} role="status">{words[phase]}</span>}
      <span className="tally-name" title={name}>{name}</span>
      {marks > 0 && <span className="tally-marks">{texts.plural(t.record.takingPart, marks)}</span>}
    </div>
  );
}

type Level = "good" | "warn" | "bad" | "plain";

/** A figure with its icon; the full text is its accessible name. */
function Chip(props: { icon: IconName; text: string; more?: string; title: string; level?: Level }) {
  return (
    <li className={`chip is-${props.level ?? "plain"}`} title={props.title}>
      <Icon name={props.icon} />
      <span aria-hidden="true">
        {props.text}
        {props.more && <span className="chip-more">{` · ${props.more}`}</span>}
      </span>
      <span className="visually-hidden">{props.title}</span>
    </li>
  );
}

function LinkChip() {
  const { t } = useTexts();
  const link = useModel((model) => model.link);
  if (link === "open") return <Chip icon="link" text="" title={t.record.connected} level="good" />;
  return <Chip icon="link" text={link === "waiting" ? t.shell.lost : t.shell.connecting} title={link === "waiting" ? t.shell.lost : t.shell.connecting} level="bad" />;
}

function LostChip() {
  const texts = useTexts();
  const lost = useModel(lostFrames);
  return <Chip icon="warning" text={texts.number(lost)} title={texts.plural(texts.t.record.lostFrames, lost)} level={lost > 0 ? "bad" : "plain"} />;
}

/**
 * The cameras and microphones that deliver a faulty signal, and the outputs of which no frame is written. The chips stay while controls are
 * hidden.
 */
function SignalChips() {
  const texts = useTexts();
  const told = useModel((model) => JSON.stringify((model.state?.status?.signals ?? []).map(({ lasting: _, ...signal }) => signal)));
  const signals = JSON.parse(told) as Signal[];
  const names = useModel((model) => JSON.stringify(model.state?.status?.still ?? []));
  const still = JSON.parse(names) as string[];
  if (signals.length + still.length === 0) return null;
  return (
    <ul className="signals glass">
      {signals.map((signal) => {
        const text = signalText(signal, texts);
        return <Chip key={`${signal.input} ${signal.code} ${signal.channel ?? ""}`} icon={ofMicrophone(signal) ? "silent" : "camera"} text={text} title={text} level="bad" />;
      })}
      {still.map((output) => {
        const text = stillText(output, texts);
        return <Chip key={`still ${output}`} icon="warning" text={text} title={text} level="bad" />;
      })}
    </ul>
  );
}

const gigabyte = 1e9;

function DiskChip() {
  const texts = useTexts();
  const free = useModel((model) => model.state?.status?.free ?? null);
  const lasts = useModel((model) => model.state?.status?.lasts ?? null);
  if (free === null) return null;
  const text = texts.bytes(free);
  const time = lasts === null ? null : texts.span(lasts);
  const title = time === null ? fill(texts.t.record.disk, { free: text }) : fill(texts.t.record.diskLasts, { free: text, time });
  return <Chip icon="disk" text={text} more={time ?? undefined} title={title} level={free < gigabyte ? "bad" : free < 10 * gigabyte ? "warn" : "good"} />;
}

function BatteryChip() {
  const texts = useTexts();
  const charge = useModel((model) => model.state?.status?.battery?.charge ?? null);
  const isFalling = useModel((model) => model.state?.status?.battery?.discharging ?? false);
  if (charge === null) return null;
  const text = texts.percent(charge);
  const title = fill(isFalling ? texts.t.record.battery : texts.t.record.batteryCharging, { charge: text });
  return <Chip icon="battery" text={text} title={title} level={isFalling && charge < 0.1 ? "bad" : isFalling && charge < 0.2 ? "warn" : "plain"} />;
}

function HeatChip() {
  const texts = useTexts();
  const level = useModel((model) => model.state?.status?.heat?.level);
  const celsius = useModel((model) => model.state?.status?.heat?.celsius ?? null);
  if (level === undefined) return null;
  const { t } = texts;
  const words = { nominal: t.record.heatNominal, fair: t.record.heatFair, serious: t.record.heatSerious, critical: t.record.heatCritical, shutdown: t.record.heatShutdown };
  if (level === "nominal" && celsius === null) return null;
  const text = celsius === null ? words[level] : `${texts.number(celsius)} °C`;
  return <Chip icon="heat" text={text} title={`${t.record.heat}: ${words[level]}`} level={level === "nominal" ? "plain" : level === "fair" ? "warn" : "bad"} />;
}

function LoadChip() {
  const texts = useTexts();
  const load = useModel((model) => model.state?.status?.load ?? null);
  const shed = useModel((model) => model.state?.status?.shed[0]?.reason);
  if (load === null) return null;
  const { t } = texts;
  const text = texts.percent(load);
  const reasons: Record<string, string> = { load: t.record.reasonLoad, queue: t.record.reasonQueue, heat: t.record.reasonHeat };
  const title = fill(t.record.load, { load: text }) + (shed ? ` · ${fill(t.record.shed, { reason: reasons[shed] ?? shed })}` : "");
  return <Chip icon="load" text={text} title={title} level={shed || load > 0.95 ? "bad" : load > 0.8 ? "warn" : "plain"} />;
}
