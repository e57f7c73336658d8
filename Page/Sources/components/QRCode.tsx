import { useMemo } from "react";
import qrcode from "qrcode-generator";

/** The width of the white border in modules, which readers need. */
const quiet = 4;

/** A QR code. It is black on white in every theme, as readers expect. */
export function QRCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text]);
  return (
    <svg className="qr-code" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

function draw(text: string): { path: string; size: number } {
  const code = qrcode(0, "M");
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const steps: string[] = [];
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (code.isDark(row, column)) steps.push(`M${column + quiet} ${row + quiet}h1v1h-1z`);
    }
  }
  return { path: steps.join(""), size: count + 2 * quiet };
}
