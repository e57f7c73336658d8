import { Icon } from "../components/Icon";
import { fill, useTexts } from "../i18n";
import type { Aim } from "./useAim";

/** The yellow square at the tapped point, with the exposure that a swipe sets beside it. */
export function FocusSquare({ aim }: { aim: Aim | null }) {
  const texts = useTexts();
  const { t } = texts;
  const told = aim === null ? "" : fill(aim.isLocked ? t.aim.locked : t.aim.set, { camera: aim.camera });
  const ev = typeof aim?.value === "string" ? `${Number(aim.value) > 0 ? "+" : ""}${texts.number(Number(aim.value), 1)} EV` : aim?.value;
  return (
    <>
      <p className="visually-hidden" role="status">{told}</p>
      {aim && (
        <div className="focus-square" key={`${aim.x} ${aim.y}`} data-locked={aim.isLocked || undefined} style={{ left: `${aim.x * 100}%`, top: `${aim.y * 100}%` }} aria-hidden="true">
          <span className="focus-square-side" data-left={aim.x > 0.8 || undefined}>
            <Icon name={aim.isLocked ? "lock" : "sun"} />
            {aim.value !== null && <b>{ev}</b>}
          </span>
        </div>
      )}
    </>
  );
}
