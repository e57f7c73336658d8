import { useMemo } from "react";
import { fill, type Texts, useTexts } from "../i18n";
import { useModel } from "../store/hooks";
import { cameras } from "../store/model";
import { damagedCount, otherRate } from "./cadence";

export const sourceName = (source: string, { t }: Texts): string =>
  source === "combined" ? t.record.combined : source === "multiview" ? t.record.allCameras : source;

/** The choice of pictures: the combined one, a camera, or all. */
export function Tiles({ source, onChoose }: { source: string; onChoose: (source: string) => void }) {
  const texts = useTexts();
  const names = useModel((model) => cameras(model).join("\n"));
  const isCombined = useModel((model) => model.state === null || Boolean(model.state.picture));
  const sources = useMemo(
    () => [...(isCombined ? ["combined"] : []), ...(names === "" ? [] : names.split("\n")), "multiview"], [isCombined, names],
  );
  const lost = useModel((model) => model.state?.status?.lost.join("\n") ?? "").split("\n");
  const faulty = useModel((model) => (model.state?.status?.signals ?? []).map((signal) => signal.input).join("\n")).split("\n");
  const cadences = useModel((model) => model.state?.status?.cadences);
  const damages = useModel((model) => model.state?.status?.damaged);
  if (sources.length < 3) return null;
  return (
    <div className="tiles glass" role="group" aria-label={texts.t.record.sources}>
      {sources.map((one) => (
        <button
          key={one} type="button" className="button is-plain" aria-pressed={one === source} data-lost={lost.includes(one) || undefined}
          data-faulty={faulty.includes(one) || undefined} onClick={() => onChoose(one)}
        >
          {sourceName(one, texts)}
          <Rate of={otherRate(cadences, one)} />
          <Damaged count={damagedCount(damages, one)} />
        </button>
      ))}
    </div>
  );
}

/** Shows "15 fps" after the name of a camera that delivers another rate than requested. */
function Rate({ of }: { of: ReturnType<typeof otherRate> }) {
  const texts = useTexts();
  const { t } = texts;
  if (!of) return null;
  const since = of.since && ` (${fill(t.record.cadenceSince, { time: texts.date(new Date(of.since), { timeStyle: "short" }) })})`;
  return <small title={fill(t.record.cadenceWhy, of) + (since ?? "")}>{fill(t.record.cadence, of)}</small>;
}

/** Shows "3 damaged" after the name of a camera that has delivered damaged pictures. */
function Damaged({ count }: { count: number }) {
  const { t } = useTexts();
  if (count === 0) return null;
  return <small title={fill(t.record.damagedWhy, { count })}>{fill(t.record.damaged, { count })}</small>;
}
