import { Icon } from "../components/Icon";
import { fill, useTexts } from "../i18n";
import { describe, outputName } from "./Badges";
import { outputs, type Take } from "./model";
import { downloadAddress } from "./server";

/** The recorded files of a take. */
export function Files({ take }: { take: Take }) {
  const texts = useTexts();
  const text = texts.t.takes;
  const order = outputs(take);
  const files = [...take.files].sort(
    (left, right) => left.segment - right.segment || order.indexOf(left.output) - order.indexOf(right.output),
  );
  const several = new Set(files.map((file) => file.segment)).size > 1;
  return (
    <>
      <h2 id="take-files" tabIndex={-1}>{text.files}</h2>
      <ul className="files">
        {files.map((file) => (
          <li key={file.path}>
            <div>
              <strong>
                {outputName(file.output, text.combined)}
                {several && ` ${file.segment + 1}`}
              </strong>
              <span className="quiet">
                {describe(file)} · {texts.bytes(file.bytes ?? 0)}
              </span>
            </div>
            <a
              className="button is-icon is-plain"
              href={downloadAddress(take, file.path)}
              download
              aria-label={fill(text.action.downloadFile, { name: outputName(file.output, text.combined) })}
            >
              <Icon name="download" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
