import { useEffect } from "react";
import { Record } from "../record/Record";
import { useModel } from "../store/hooks";
import { FirstVisit } from "./FirstVisit";
import { useFirstVisit } from "./useFirstVisit";

/** The place "record": what was found, until something has been recorded or somebody wants all controls; then these. */
export function RecordPlace() {
  const { isFirst, leave } = useFirstVisit();
  // Cameras are opened anew, without a folder, when the pipeline file changes.
  const hasBegun = useModel((model) => model.state !== null && model.state.phase !== "standby" && model.state.folder !== null);
  useEffect(() => {
    if (isFirst && hasBegun) leave();
  }, [isFirst, hasBegun, leave]);
  return isFirst && !hasBegun ? <FirstVisit onLeave={leave} /> : <Record />;
}
