import { Icon } from "../components/Icon";
import type { PipelineProblem } from "../api/generated";
import { fill, useTexts } from "../i18n";
import { usePipeline } from "./usePipeline";

/** The problems found in the text, each with a link to its position. */
export function PipelineProblems({ onGo }: { onGo: (problem: PipelineProblem) => void }) {
  const texts = useTexts();
  const text = texts.t.settings;
  const { check } = usePipeline();
  if (check === null) return <p className="quiet" role="status">{text.checking}</p>;
  const { problems, notices } = check;
  return (
    <>
      <p role="status" className="pipeline-found">
        {problems.length === 0 ? text.noProblems : texts.plural(text.problems, problems.length)}
      </p>
      <ul className="pipeline-problems">
        {[...problems, ...notices].map((problem, index) => (
          <li key={index} data-kind={index < problems.length ? "problem" : "notice"}>
            <button type="button" className="button is-plain" onClick={() => onGo(problem)}>
              <Icon name={index < problems.length ? "warning" : "eye"} />
              <span lang="en">
                {problem.line !== null && <strong>{fill(text.line, { line: String(problem.line) })} </strong>}
                {problem.key !== "" && <code>{problem.key}</code>} {problem.message}
                {problem.advice !== "" && `; ${problem.advice}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
