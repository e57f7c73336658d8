import { useEffect, useState } from "react";
import { go, pathOf } from "../app/places";
import { Icon } from "../components/Icon";
import { useTexts } from "../i18n";
import { useModel, useStore } from "../store/hooks";
import { takesOf } from "../takes/store";

type Newest = { id: string; files: { output: string; path: string }[] };

/** The last take's picture, which leads to it. */
export function LastTake() {
  const { t } = useTexts();
  const store = useStore();
  const { client } = store;
  const finished = useModel((model) => model.finished?.folder ?? null);
  const [take, setTake] = useState<Newest | null>(null);
  const [poster, setPoster] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    client.get<{ sessions: (Newest & { state: string })[] }>("/api/v1/sessions?limit=2").then(
      ({ sessions }) => isCurrent && setTake(sessions.find((session) => session.state !== "recording") ?? null),
      () => undefined, // A server without takes: the place itself says so.
    );
    return () => {
      isCurrent = false;
    };
  }, [client, finished]);
  useEffect(() => {
    const file = take?.files.find((one) => one.output === "combined") ?? take?.files[0];
    if (!take || !file) return;
    let url: string | null = null;
    const path = `/api/v1/sessions/${encodeURIComponent(take.id)}/poster/${encodeURIComponent(file.path)}`;
    takesOf(store).library.abilities().then(async (can) => {
      if (!can.has("poster")) return;
      const response = await client.fetch(path);
      if (response.status !== 200) return;
      url = URL.createObjectURL(await response.blob());
      setPoster(url);
    }, () => undefined);
    return () => {
      if (url !== null) URL.revokeObjectURL(url);
      setPoster(null);
    };
  }, [store, client, take]);
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
