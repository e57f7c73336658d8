import { useEffect } from "react";
import { Record } from "../record/Record";
import { useModel } from "../store/hooks";
import { FirstVisit } from "./FirstVisit";
import { useFirstVisit } from "./useFirstVisit";

/** The place "record": the first visit until something has been recorded or the user wants all controls, then the controls. */
export function RecordPlace() {
  const { isFirst, leave } = useFirstVisit();
  // A changed pipeline file opens the cameras again, without a folder.
  const hasBegun = useModel((model) => model.state !== null && model.state.phase !== "standby" && model.state.folder !== null);
  useEffect(() => {
    if (isFirst && hasBegun) leave();
  }, [isFirst, hasBegun, leave]);
  return isFirst && !hasBegun ? <FirstVisit onLeave={leave} /> : <Record />;
}
