import { useEffect, useRef } from "react";
import { histogram, luma, marks, waveform } from "./analysis";
import type { View } from "./view";

const every = 100;
const width = 320;

/** Measurements of the picture, ten times a second: sharp edges, overexposed areas, and the distribution of brightness. */
export function Scope({ canvas, view }: { canvas: HTMLCanvasElement | null; view: View }) {
  const over = useRef<HTMLCanvasElement>(null);
  const graph = useRef<HTMLCanvasElement>(null);
  const isWanted = view.peaking || view.zebra || view.histogram || view.waveform;
  useEffect(() => {
    if (canvas === null || !isWanted) return;
    const small = document.createElement("canvas");
    const context = small.getContext("2d", { willReadFrequently: true })!;
    let phase = 0;
    const timer = setInterval(() => {
      const height = Math.round((width * canvas.height) / Math.max(1, canvas.width));
      if (height === 0 || canvas.width === 0) return;
      if (small.width !== width || small.height !== height) [small.width, small.height] = [width, height];
      context.drawImage(canvas, 0, 0, width, height);
      const lumas = luma(context.getImageData(0, 0, width, height).data);
      const target = over.current;
      if (target !== null) {
        [target.width, target.height] = [width, height];
        if (view.peaking || view.zebra) {
          const pixels = marks(lumas, width, height, { peaking: view.peaking, zebra: view.zebra, phase: phase++ });
          target.getContext("2d")!.putImageData(new ImageData(pixels, width, height), 0, 0);
        }
      }
      if (graph.current !== null) draw(graph.current, lumas, width, height, view);
    }, every);
    return () => clearInterval(timer);
  }, [canvas, isWanted, view]);
  if (!isWanted) return null;
  return (
    <>
      <canvas ref={over} className="scope-marks" aria-hidden="true" />
      {(view.histogram || view.waveform) && <canvas ref={graph} className="scope-graph" width={256} height={view.histogram && view.waveform ? 160 : 80} aria-hidden="true" />}
    </>
  );
}

function draw(target: HTMLCanvasElement, lumas: Uint8Array, width: number, height: number, view: View): void {
  const context = target.getContext("2d")!;
  context.clearRect(0, 0, target.width, target.height);
  if (view.histogram) {
    context.fillStyle = "#ffffffd9";
    histogram(lumas).forEach((share, index) => context.fillRect(index * 4, 76 - share * 72, 3, share * 72));
  }
  if (view.waveform) {
    const top = view.histogram ? 84 : 4;
    const rows = waveform(lumas, width, height);
    context.fillStyle = "#7dffb0";
    for (let row = 0; row < 64; row++) {
      for (let x = 0; x < width; x += 1) {
        const share = rows[row * width + x]!;
        if (share === 0) continue;
        context.globalAlpha = Math.min(1, 0.25 + share * 6);
        context.fillRect((x * 256) / width, top + row * 1.125, 1, 1.2);
      }
    }
    context.globalAlpha = 1;
  }
}
