import { useEffect, useState } from "react";
import type { Calibration as Measured, Job } from "../api/generated";
import { Button } from "../components/Button";
import { FailureText } from "../components/FailureText";
import { fill, useTexts } from "../i18n";
import { type Failure, failureOf } from "../store/failure";
import { useDirects, useModel, useStore } from "../store/hooks";

const path = "/api/v1/calibration";

/** The measured encoding speed of this machine, and the controls that measure it again. */
export function Calibration() {
  const texts = useTexts();
  const { t } = texts;
  const directs = useDirects();
  const { measured, work, trouble, measure, cancel } = useCalibration();
  const isFree = useModel((model) => model.state?.phase === "standby");
  if (measured === null) return null;
  const isRunning = work?.state === "running";
  const able = measured.encoders.filter((one) => one["at-once"] > 0);
  const failure = trouble ?? (work?.state === "failed" ? { code: "failed", message: work.error ?? "" } : null);
  return (
    <section className="settings-group" aria-labelledby="settings-calibration">
      <h2 id="settings-calibration">{t.settings.calibration}</h2>
      <p>{t.settings.calibrationDetail}</p>
      <p>{measured.measured ? fill(t.settings.measured, { time: texts.date(new Date(measured.measured)) }) : t.settings.notMeasured}</p>
      {[measured.problem, ...measured.notes].map((note) => note && <p key={note} className="quiet" lang="en">{note}</p>)}
      {able.length > 0 && <Speeds encoders={able} />}
      {failure && <p role="alert"><FailureText failure={failure} within={t.settings.notMeasuredNow} /></p>}
      {isRunning ? (
        <div className="calibration-work" role="status">
          <span>{t.settings.measuring}</span>
          <progress max={100} value={work.percent ?? undefined} aria-label={t.settings.measuring} />
          {directs && <Button label={t.shell.cancel} onClick={() => void cancel(work)} />}
        </div>
      ) : directs && (
        <div>
          <Button
            label={measured.measured ? t.settings.measureAgain : t.settings.measure} icon="load"
            obstacle={isFree ? undefined : t.settings.onlyStandby} onClick={() => void measure()}
          />
        </div>
      )}
    </section>
  );
}

/** The number of simultaneous pictures for each encoder that manages at least one. */
function Speeds({ encoders }: { encoders: Measured["encoders"] }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <table className="calibration">
      <thead>
        <tr><th scope="col">{t.settings.fullHD}</th><th scope="col">{t.settings.atOnce}</th></tr>
      </thead>
      <tbody>
        {encoders.map((one) => (
          <tr key={one.name}><td>{one.name}</td><td>{texts.number(one["at-once"])}</td></tr>
        ))}
      </tbody>
    </table>
  );
}

/** Returns the measured speed and the state of a running measurement, whoever started it. */
function useCalibration() {
  const store = useStore();
  const { client } = store;
  const [measured, setMeasured] = useState<Measured | null>(null);
  const [work, setWork] = useState<Job | null>(null);
  const [trouble, setTrouble] = useState<Failure | null>(null);
  useEffect(() => {
    let isHere = true;
    // If the server does not support calibration, the page shows nothing of it.
    client.get<Measured>(path).then((answer) => isHere && setMeasured(answer), () => undefined);
    client.get<{ jobs: Job[] }>("/api/v1/jobs").then(
      ({ jobs }) => isHere && setWork(jobs.find((one) => one.kind === "calibrate" && one.state === "running") ?? null), () => undefined);
    const stop = store.onMessage((message) => {
      if (message.event !== "job" || message.kind !== "calibrate") return;
      setWork(message);
      if (message.state === "done") setMeasured(message.result as Measured);
    });
    return () => {
      isHere = false;
      stop();
    };
  }, [store, client]);
  const attempt = async (action: () => Promise<{ job: Job }>) => {
    setTrouble(null);
    try {
      setWork((await action()).job);
    } catch (error) {
      setTrouble(failureOf(error));
    }
  };
  return {
    measured, work, trouble,
    measure: () => attempt(() => client.post<{ job: Job }>(path)),
    cancel: (work: Job) => attempt(async () => (await client.fetch(`/api/v1/jobs/${work.id}`, { method: "DELETE" })).json()),
  };
}
