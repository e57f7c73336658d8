import { Button } from "../components/Button";
import { useTexts } from "../i18n";
import { download } from "./download";
import type { Take } from "./model";
import { archiveAddress } from "./server";
import { useTakes, useTakesStore } from "./useTakes";

/** The actions for several takes at once. */
export function SelectionBar(props: { selection: Take[]; onAll: () => void; onNone: () => void }) {
  const texts = useTexts();
  const { can } = useTakes();
  const store = useTakesStore();
  const text = texts.t.takes;
  const finished = props.selection.filter((take) => take.state !== "recording");
  const checkAll = async () => {
    for (const take of finished) await store.begin(() => store.library.audit(take));
  };
  const removeAll = () => {
    props.onNone();
    void store.remove(finished);
  };
  return (
    <div className="selection glass" role="toolbar" aria-label={texts.plural(text.selected, props.selection.length)}>
      <strong>{texts.plural(text.selected, props.selection.length)}</strong>
      <Button label={text.selectAll} kind="plain" onClick={props.onAll} />
      <Button label={text.selectNone} kind="plain" onClick={props.onNone} />
      <span className="selection-space" />
      {can.has("archive") && (
        <Button label={text.action.download} icon="download" onClick={() => void download(finished.map(archiveAddress))} />
      )}
      {can.has("audit") && <Button label={text.action.audit} icon="check" onClick={() => void checkAll()} />}
      {can.has("delete") && <Button label={text.action.remove} icon="trash" kind="danger" onClick={removeAll} />}
    </div>
  );
}
