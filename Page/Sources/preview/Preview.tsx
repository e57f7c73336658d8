import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { FailureText } from "../components/FailureText";
import { useTexts } from "../i18n";
import { useModel, useStore } from "../store/hooks";
import { type StreamInfo, widthFor } from "./protocol";
import { PreviewStream, type StreamStatus } from "./stream";

type Size = { width: number; height: number };

/** The pictures of a source, as large as the space allows, with overlays in a box of the same size. */
export function Preview(props: {
  source: string;
  /** The shape until the first picture has arrived. */
  shape: Size;
  canvas?: (canvas: HTMLCanvasElement | null) => void;
  onInfo?: (info: StreamInfo) => void;
  label: string;
  children?: ReactNode;
}) {
  const room = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [shape, setShape] = useState(props.shape);
  const [status, setStatus] = useState<StreamStatus>({ kind: "connecting" });
  const width = useRoom(room);
  const isVisible = useVisible();
  useStream({ source: props.source, width, canvas, isWanted: isVisible && width > 0, setStatus, setShape, onInfo: props.onInfo });
  useEffect(() => {
    props.canvas?.(canvas.current);
    return () => props.canvas?.(null);
  }, [props.canvas]);
  const style = { "--ratio": shape.width / Math.max(1, shape.height) } as CSSProperties;
  return (
    <div className="preview" ref={room} style={style}>
      <div className="preview-frame">
        <canvas ref={canvas} className="preview-canvas" role="img" aria-label={props.label} data-status={status.kind} />
        {props.children}
      </div>
      <PreviewStatus status={status} />
    </div>
  );
}

function PreviewStatus({ status }: { status: StreamStatus }) {
  const { t } = useTexts();
  if (status.kind === "live") return null;
  const text = { connecting: t.record.previewComing, stills: t.record.previewStills, unavailable: t.record.previewNone }[status.kind];
  return (
    <p className={`preview-status glass is-${status.kind}`} role="status">
      {text}
      {status.kind === "unavailable" && <FailureText failure={status.failure} />}
    </p>
  );
}

/** Returns the width of an element in device pixels. */
function useRoom(room: React.RefObject<HTMLElement>): number {
  const [pixels, setPixels] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver((entries) => {
      const box = entries[0]!.contentRect;
      setPixels(Math.min(box.width, (box.height * 16) / 9) * devicePixelRatio);
    });
    observer.observe(room.current!);
    return () => observer.disconnect();
  }, [room]);
  return pixels === 0 ? 0 : widthFor(pixels);
}

/** Returns false while nobody can see the page; it then requests nothing from the server. */
function useVisible(): boolean {
  const [isVisible, setVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}

function useStream(options: {
  source: string; width: number; isWanted: boolean; canvas: React.RefObject<HTMLCanvasElement>;
  setStatus: (status: StreamStatus) => void; setShape: (shape: Size) => void; onInfo?: (info: StreamInfo) => void;
}): void {
  const { client } = useStore();
  const phase = useModel((model) => `${model.link} ${model.state?.phase}`);
  const stream = useRef<PreviewStream | null>(null);
  const { source, width, isWanted, canvas, setStatus, setShape, onInfo } = options;
  useEffect(() => {
    if (!isWanted) return;
    const context = canvas.current!.getContext("2d", { alpha: false });
    let shown = "";
    const opened = new PreviewStream(client, source, width, {
      info: (info) => onInfo?.(info),
      status: (status) => {
        if (status.kind !== shown) setStatus(status);
        shown = status.kind;
      },
      picture: (picture, width, height) => {
        const target = canvas.current;
        if (target === null || context === null) return;
        if (target.width !== width || target.height !== height) {
          [target.width, target.height] = [width, height];
          setShape({ width, height });
        }
        context.drawImage(picture, 0, 0, width, height);
      },
    });
    stream.current = opened;
    return () => opened.close();
  }, [client, source, width, isWanted, canvas, setStatus, setShape, onInfo]);
  useEffect(() => stream.current?.retry(), [phase]);
}
