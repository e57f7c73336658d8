import { useEffect, useState } from "react";
import type { PipelineCheck, PipelinePlan } from "../api/generated";
import { usePipeline } from "../settings/usePipeline";
import { useStore } from "../store/hooks";
import type { Variant } from "./choices";

/** Milliseconds without another change, before it is planned. */
const pause = 250;
/** Milliseconds before a question that was refused is asked again, at first and at most. */
const [first, longest] = [1000, 30_000];

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
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (again: number) => {
      try {
        const { plans } = await client.post<PipelineCheck>("/api/v1/pipeline/check", { text, variants: JSON.parse(question) as Variant[] });
        if (!isOver) setTold({ question: wanted, plans });
      } catch {
        // The choices are there without their figures until the program has time for them.
        if (!isOver) timer = setTimeout(() => ask(Math.min(longest, 2 * again)), again);
      }
    };
    timer = setTimeout(() => ask(first), pause);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [client, wanted, isSound]);
  return told?.question === wanted ? told.plans : null;
}
