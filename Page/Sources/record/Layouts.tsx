import { useTexts } from "../i18n";
import { usePictures } from "../preview/usePictures";
import { useSetting } from "../store/hooks";
import { useActions } from "./actions";
import { LayoutMiniature } from "./LayoutMiniature";

/** The available layouts, each drawn with the cameras' pictures. */
export function Layouts({ onChoose }: { onChoose?: (layout: string) => void }) {
  const { t } = useTexts();
  const actions = useActions();
  const pictures = usePictures();
  const layout = useSetting("layout");
  const names: Record<string, string> = t.layouts;
  return (
    <div className="layouts" role="group" aria-label={t.record.layout}>
      {(layout?.choices ?? []).map(String).map((word) => (
        <button
          key={word} type="button" className="layout-choice button is-plain" aria-pressed={layout?.value === word}
          onClick={() => {
            actions.layout(word);
            onChoose?.(word);
          }}
        >
          <LayoutMiniature layout={word} pictures={pictures} />
          <span>{names[word] ?? word}</span>
        </button>
      ))}
    </div>
  );
}
