import { type RefObject, useMemo, useRef } from "react";
import type { PipelineProblem } from "../api/generated";

export type Editor = { field: RefObject<HTMLTextAreaElement>; go: (problem: PipelineProblem) => void };

/** Returns the offset of a line and a column; the column counts whole characters, as the server does. */
function offset(text: string, line: number, column: number): number {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

/** Returns a handle for the text field that can move to a position. */
export function useTextEditor(): Editor {
  const field = useRef<HTMLTextAreaElement>(null);
  const go = (problem: PipelineProblem) => {
    const area = field.current;
    if (!area) return;
    area.focus();
    if (problem.line === null) return;
    const start = offset(area.value, problem.line, problem.column ?? 1);
    area.setSelectionRange(start, start + (problem.length ?? 0));
    area.parentElement?.querySelector(`[data-line="${problem.line}"]`)?.scrollIntoView({ block: "center" });
  };
  return { field, go };
}

type Props = {
  editor: Editor; label: string; text: string; problems: PipelineProblem[]; onChange: (text: string) => void; onSave: () => void;
};

/** A text with line numbers; lines with problems are marked. */
export function TextEditor({ editor, label, text, problems, onChange, onSave }: Props) {
  const lines = useMemo(() => text.split("\n"), [text]);
  const longest = useMemo(() => Math.max(40, ...lines.map((line) => line.length)), [lines]);
  const marked = new Map(problems.flatMap((problem) => (problem.line === null ? [] : [[problem.line, problem.message] as const])));
  return (
    <div className="editor">
      <ol className="editor-lines" aria-hidden="true">
        {lines.map((_, index) => (
          <li key={index} data-line={index + 1} data-problem={marked.has(index + 1) || undefined} title={marked.get(index + 1)}>
            {index + 1}
          </li>
        ))}
      </ol>
      <div className="editor-body" style={{ minWidth: `${longest + 3}ch` }}>
        {problems.map((problem, index) => problem.line !== null && (
          <span
            key={index} className="editor-mark"
            style={{ top: `calc(${problem.line - 1} * var(--row))`, left: `${problem.column ?? 1}ch`, width: `${problem.length ?? 1}ch` }}
          />
        ))}
        <textarea
          ref={editor.field} value={text} rows={lines.length} wrap="off" spellCheck={false} autoCapitalize="off" autoComplete="off"
          aria-label={label} aria-invalid={problems.length > 0} onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onSave();
          }}
        />
      </div>
    </div>
  );
}
