import { useSyncExternalStore } from "react";
import { useStore } from "../store/hooks";
import { type Pipeline, pipelineOf, type PipelineStore } from "./store";

export const usePipelineStore = (): PipelineStore => pipelineOf(useStore());

export function usePipeline(): Pipeline {
  const store = usePipelineStore();
  return useSyncExternalStore(store.subscribe, store.get);
}
