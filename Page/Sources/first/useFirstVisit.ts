import { useCallback, useEffect, useState } from "react";
import type { PipelineFile } from "../api/generated";
import { useModel, useStore } from "../store/hooks";

/** The key of the last draft that the user has left, stored as the time at which it was written. */
const key = "dualcam.first";

/** Returns whether dualcam has just written its pipeline file by itself and has recorded nothing since. */
export function useFirstVisit(): { isFirst: boolean; leave: () => void } {
  const { client } = useStore();
  const [draft, setDraft] = useState<string | null>(null);
  const mayDirect = useModel((model) => model.link === "open" && model.state?.phase === "standby" && model.state.role !== "viewer");
  useEffect(() => {
    if (!mayDirect) return;
    let isOver = false;
    const ask = async () => {
      const { drafted } = await client.get<PipelineFile>("/api/v1/pipeline");
      const isNew = async (draft: string) => {
        const { total } = await client.get<{ total: number }>(`/api/v1/sessions?limit=1&from=${encodeURIComponent(draft)}`);
        // Checked last, because the user may have left the draft during the request.
        return total === 0 && localStorage.getItem(key) !== draft;
      };
      const draft = drafted !== null && localStorage.getItem(key) !== drafted && await isNew(drafted) ? drafted : null;
      if (!isOver) setDraft(draft);
    };
    // After a failure the user sees the ordinary page.
    ask().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [client, mayDirect]);
  const leave = useCallback(() => {
    setDraft((draft) => {
      if (draft !== null) localStorage.setItem(key, draft);
      return null;
    });
  }, []);
  return { isFirst: draft !== null, leave };
}
