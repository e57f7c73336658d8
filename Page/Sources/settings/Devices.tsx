import { Button } from "../components/Button";
import { FailureText } from "../components/FailureText";
import { fill, useTexts } from "../i18n";
import type { Camera } from "./store";
import { usePipeline, usePipelineStore } from "./usePipeline";

/** The cameras, microphones and encoders of the machine, listed on request. */
export function Devices() {
  const { t } = useTexts();
  const store = usePipelineStore();
  const { found, encoders, trouble } = usePipeline();
  const here = encoders?.filter((encoder) => encoder.available) ?? [];
  return (
    <section className="settings-group" aria-labelledby="settings-devices">
      <h2 id="settings-devices">{t.settings.devices}</h2>
      {found && (
        <>
          <h3>{t.settings.sections.cameras}</h3>
          {found.cameras.length === 0 && <p>{t.settings.noCamera}</p>}
          <ul className="devices">{found.cameras.map((camera) => <CameraItem key={camera.path} camera={camera} />)}</ul>
          <h3>{t.settings.microphones}</h3>
          {found.microphones.length === 0 && <p>{t.settings.noMicrophone}</p>}
          <ul className="devices">
            {found.microphones.map((one) => <li key={one.name}><strong>{one.title}</strong> <code>{one.name}</code></li>)}
          </ul>
        </>
      )}
      {encoders && (
        <>
          <h3>{t.settings.sections.encoders}</h3>
          <ul className="devices">
            {here.map((encoder) => (
              <li key={encoder.implementation}>
                <strong>{encoder.implementation}</strong> <span className="quiet">{encoder.codec} · {encoder.element}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {trouble && <p role="status"><FailureText failure={trouble} /></p>}
      <div><Button label={t.settings.look} icon="search" onClick={() => void store.lookForDevices()} /></div>
    </section>
  );
}

function CameraItem({ camera }: { camera: Camera }) {
  const { t } = useTexts();
  const modes = camera.modes.slice(0, 6).map((mode) => `${mode.format} ${mode.width}x${mode.height} ${mode.rates[0] ?? ""}`.trim());
  return (
    <li>
      <strong>{camera.card}</strong> <code>{camera.name}</code>
      {camera.busy && <p>{camera.user ? fill(t.settings.inUse, { name: camera.user.name }) : t.settings.busy}</p>}
      <p className="quiet">{modes.join(" · ")}</p>
    </li>
  );
}
