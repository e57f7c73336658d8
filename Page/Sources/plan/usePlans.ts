import { useEffect, useState } from "react";
import { ask } from "../api/ask";
import type { PipelineCheck, PipelinePlan } from "../api/generated";
import { usePipeline } from "../settings/usePipeline";
import { useStore } from "../store/hooks";
import type { Variant } from "./choices";

/** Milliseconds without another change before the text is planned. */
const pause = 250;

/** Returns the plan of the text with each of the variants; `null`: no answer yet, or nothing to ask. */
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
    // The choices appear without figures until the program has time to plan them.
    return ask(() => client.post<PipelineCheck>("/api/v1/pipeline/check", body), ({ plans }) => setTold({ question: wanted, plans }), pause);
  }, [client, wanted, isSound]);
  return told?.question === wanted ? told.plans : null;
}
