import { useEffect, useState } from "react";
import { useStore } from "../store/hooks";
import type { StreamInfo } from "./protocol";
import { PreviewStream } from "./stream";

/** A small picture of all cameras, and the position of each camera in it. */
export type Pictures = { canvas: HTMLCanvasElement; info: StreamInfo };

/** In pixels; each camera is drawn even smaller. */
const width = 320;

/** Returns the live pictures of all cameras, for small drawings of them; `null` until they have arrived. */
export function usePictures(): Pictures | null {
  const { client } = useStore();
  const [pictures, setPictures] = useState<Pictures | null>(null);
  useEffect(() => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d", { alpha: false });
    let told: StreamInfo | null = null;
    const stream = new PreviewStream(client, "multiview", width, {
      info: (info) => (told = info),
      status: () => undefined,
      picture: (picture, width, height) => {
        if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
        context?.drawImage(picture, 0, 0, width, height);
        if (told === null) return;
        setPictures({ canvas, info: told });
        told = null;
      },
    });
    return () => stream.close();
  }, [client]);
  return pictures;
}
