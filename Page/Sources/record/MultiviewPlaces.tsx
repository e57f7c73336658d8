import { useTexts } from "../i18n";
import type { StreamInfo } from "../preview/protocol";
import { useSetting } from "../store/hooks";
import { sourceName } from "./Tiles";

/** The labelled pictures of a multiview; a tap shows one alone. */
export function MultiviewPlaces({ info, onChoose }: { info: StreamInfo; onChoose: (source: string) => void }) {
  const texts = useTexts();
  const main = useSetting("main")?.value;
  return (
    <>
      {(info.places ?? []).map((place) => (
        <button
          key={place.name} type="button" className="multiview-place" data-row={place.y + place.height / 2 < info.height / 2 ? "upper" : "lower"} data-main={place.name === main || undefined} onClick={() => onChoose(place.name)}
          style={{
            left: `${(place.x / info.width) * 100}%`, top: `${(place.y / info.height) * 100}%`,
            width: `${(place.width / info.width) * 100}%`, height: `${(place.height / info.height) * 100}%`,
          }}
        >
          <span className="glass">{sourceName(place.name, texts)}</span>
        </button>
      ))}
    </>
  );
}
