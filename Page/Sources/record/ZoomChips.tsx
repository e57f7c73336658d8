import { fill, useTexts } from "../i18n";
import { useModel, useSetting, useStore } from "../store/hooks";
import { setting } from "../store/model";

const presets = [0.5, 1, 2, 5];

/** The camera's zoom, and the factors that are one tap away. Shown only for a camera alone. */
export function ZoomChips({ source }: { source: string }) {
  const { t, number } = useTextsBound();
  const store = useStore();
  const main = useModel((model) => setting(model, "main")?.value);
  const camera = source === "combined" || source === "multiview" ? (typeof main === "string" ? main : "") : source;
  const zoom = useSetting(`zoom.${camera}`);
  if (zoom === undefined || (source === "combined" && Number(zoom.value) === 1) || source === "multiview") return null;
  const factor = Number(zoom.value);
  const choices = presets.filter((preset) => preset >= (zoom.least ?? 1) && preset <= (zoom.most ?? 10));
  return (
    <div className="zoom-chips glass" role="group" aria-label={fill(t.record.zoomOf, { camera })}>
      {choices.map((preset) => (
        <button
          key={preset} type="button" className="button is-plain" aria-pressed={Math.abs(preset - factor) < 0.01}
          onClick={() => void store.perform("zoom", { camera, factor: preset }, { [`zoom.${camera}`]: preset })}
        >
          {number(preset)}×
        </button>
      ))}
      {!choices.some((preset) => Math.abs(preset - factor) < 0.01) && <output className="zoom-now mono">{number(factor)}×</output>}
    </div>
  );
}

function useTextsBound() {
  const texts = useTexts();
  return { t: texts.t, number: (value: number) => texts.number(value, Number.isInteger(value) ? 0 : 1) };
}
