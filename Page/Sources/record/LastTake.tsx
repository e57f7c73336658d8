import { useEffect, useState } from "react";
import { go, pathOf } from "../app/places";
import { Icon } from "../components/Icon";
import { useTexts } from "../i18n";
import { useModel, useStore } from "../store/hooks";
import { face, type Take } from "../takes/model";
import { takesOf } from "../takes/store";

/** The last take's picture, which links to the take. */
export function LastTake() {
  const { t } = useTexts();
  const store = useStore();
  const { client } = store;
  const finished = useModel((model) => model.finished?.folder ?? null);
  const [take, setTake] = useState<Take | null>(null);
  const [poster, setPoster] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    client.get<{ sessions: Take[] }>("/api/v1/sessions?limit=2").then(
      ({ sessions }) => isCurrent && setTake(sessions.find((session) => session.state !== "recording") ?? null),
      () => undefined, // A server without takes: the takes page reports that.
    );
    return () => {
      isCurrent = false;
    };
  }, [client, finished]);
  useEffect(() => {
    const file = take && face(take);
    if (!take || !file) return;
    let isCurrent = true;
    let url: string | null = null;
    const { library } = takesOf(store);
    library.abilities().then((can) => (can.has("poster") ? library.poster(take, file.path, () => isCurrent) : null)).then((still) => {
      if (!isCurrent || still === null) return;
      url = URL.createObjectURL(still);
      setPoster(url);
    }, () => undefined); // The server is unreachable: the page reports that elsewhere.
    return () => {
      isCurrent = false;
      if (url !== null) URL.revokeObjectURL(url);
      setPoster(null);
    };
  }, [store, take]);
  const path = take ? pathOf("takes", take.id) : pathOf("takes");
  return (
    <a
      className="last-take" href={path} aria-label={t.record.lastTake} title={t.record.lastTake}
      onClick={(event) => {
        event.preventDefault();
        go(path);
      }}
    >
      {poster ? <img src={poster} alt="" /> : <Icon name="takes" />}
    </a>
  );
}
