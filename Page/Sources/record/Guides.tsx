import type { View } from "./view";

const golden = 1 / 1.618034;
const lines = (view: View): number[] =>
  view.grid === "thirds" ? [1 / 3, 2 / 3] : view.grid === "golden" ? [1 - golden, golden] : [];

/** Lines over the preview, which no file contains. */
export function Guides({ view }: { view: View }) {
  return (
    <>
      <svg className="guides" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
        {lines(view).map((at) => (
          <path key={at} vectorEffect="non-scaling-stroke" d={`M${at * 1000} 0V1000M0 ${at * 1000}H1000`} />
        ))}
        {view.level && <path className="guides-level" vectorEffect="non-scaling-stroke" d="M0 250H1000M0 500H1000M0 750H1000M250 0V1000M500 0V1000M750 0V1000" />}
        {view.cross && <path vectorEffect="non-scaling-stroke" d="M500 470V530M480 500H520" />}
      </svg>
      {view.safe !== "none" && <div className="safe-area" style={{ aspectRatio: view.safe.replace(":", "/") }} data-shape={view.safe} aria-hidden="true" />}
    </>
  );
}
