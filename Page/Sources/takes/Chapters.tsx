import { useTexts } from "../i18n";
import { clock } from "./clock";
import { chapters, type Take } from "./model";

/** The marks of a take, as links to their positions. */
export function Chapters({ take, time, onSeek }: { take: Take; time: number; onSeek: (time: number) => void }) {
  const texts = useTexts();
  const all = chapters(take);
  const now = all.filter((chapter) => chapter.at <= time + 0.05).length - 1;
  if (all.length === 0) return null;
  return (
    <nav className="chapters" aria-label={texts.t.takes.player.chapters}>
      {all.map((chapter, index) => (
        <button
          key={index} type="button" className="button" aria-current={index === now || undefined}
          onClick={() => onSeek(chapter.at)}
        >
          <span>
            {clock(chapter.at)}
            {chapter.text !== "" && ` ${chapter.text}`}
          </span>
        </button>
      ))}
    </nav>
  );
}
