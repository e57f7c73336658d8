import { fill, useTexts } from "../i18n";
import { type Failure, telling } from "../store/failure";

/**
 * A failure in the reader's language, followed by the server's own details in English.
 *
 * `within`: a text whose `{reason}` is replaced by the first sentence.
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
