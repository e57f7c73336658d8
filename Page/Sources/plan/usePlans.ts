import { useEffect, useState } from "react";
import { ask } from "../api/ask";
import type { PipelineCheck, PipelinePlan } from "../api/generated";
import { usePipeline } from "../settings/usePipeline";
import { useStore } from "../store/hooks";
import type { Variant } from "./choices";

/** Milliseconds without another change, before it is planned. */
const pause = 250;

/** What the text costs with each of these over it; `null`: nobody has told yet, or there is nothing to ask. */
export function usePlans(variants: Variant[]): PipelinePlan[] | null {
  const { client } = useStore();
  const { text, check } = usePipeline();
  const question = JSON.stringify(variants);
  const [told, setTold] = useState<{ question: string; plans: PipelinePlan[] } | null>(null);
  const isSound = check !== null && check.problems.length === 0;
  const wanted = `${text}\n${question}`;
  useEffect(() => {
    if (!isSound || question === "[]") return;
    const body = { text, variants: JSON.parse(question) as Variant[] };
    // The choices are there without their figures until the program has time for them.
    return ask(() => client.post<PipelineCheck>("/api/v1/pipeline/check", body), ({ plans }) => setTold({ question: wanted, plans }), pause);
  }, [client, wanted, isSound]);
  return told?.question === wanted ? told.plans : null;
}
