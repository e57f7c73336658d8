import { fill, useTexts } from "../i18n";
import { type Failure, telling } from "../store/failure";

/**
 * A failure in the reader's language, with what only the server can say behind it, in its English.
 *
 * `within`: a text in whose `{reason}` the first sentence stands.
 */
export function FailureText({ failure, within }: { failure: Failure; within?: string }) {
  const { lead, advice, detail } = telling(failure, useTexts());
  return (
    <>
      <span className="failure-lead">{within === undefined ? lead : fill(within, { reason: lead })}</span>
      {advice && <small className="failure-more">{advice}</small>}
      {detail && <small className="failure-more" lang="en">{detail}</small>}
    </>
  );
}
