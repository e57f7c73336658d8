/** Icons of 24 by 24, drawn with lines in the text's colour. */
const paths = {
  record: "M12 12m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0",
  takes: "M4 5h16v14H4zM4 9h16M8 5v4M16 5v4M10 12.2v4.1l3.8-2z",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 7m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M9 17m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  pause: "M8 5v14M16 5v14",
  play: "M7 5l12 7-12 7z",
  mark: "M6 21V4h11l-2.5 4L17 12H6",
  split: "M12 3v18M8 8l-4 4 4 4M16 8l4 4-4 4",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  layout: "M4 5h16v14H4zM13 12h7v7h-7z",
  transition: "M3 6h10v12H3zM17 6h4v12h-4M9 12h6M13 10l2 2-2 2",
  microphone: "M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4M9 21h6",
  muted: "M9 6a3 3 0 0 1 6 0v5M6 11a6 6 0 0 0 9.5 4.9M12 17v4M9 21h6M4 4l16 16",
  panel: "M4 6h16M4 12h16M4 18h10",
  camera: "M3 8h3l2-3h8l2 3h3v11H3zM12 13m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0",
  look: "M12 3a9 9 0 1 0 0 18c1.7 0 1.6-1.6 1-2.6-.8-1.4.2-2.9 1.8-2.9H18a3 3 0 0 0 3-3.2C20.7 7 16.8 3 12 3zM7.5 12v.01M10 7.5v.01M15 8v.01",
  overlay: "M4 5h16v14H4zM7 15h10M9 12h6",
  limits: "M12 13m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 9v4l3 2M9 2h6",
  grid: "M4 4h16v16H4zM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16",
  keyboard: "M3 6h18v12H3zM7 10v.01M11 10v.01M15 10v.01M8 14h8",
  close: "M6 6l12 12M18 6L6 18",
  check: "M5 13l4 4L19 7",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.01",
  disk: "M4 6h16v12H4zM4 14h16M16 16.5v.01",
  battery: "M3 8h15v8H3zM21 11v2M6 11v2M9 11v2M12 11v2",
  heat: "M10 13.5V5a2 2 0 0 1 4 0v8.5a4 4 0 1 1-4 0z",
  load: "M4 16a8 8 0 1 1 16 0M12 16l4-5",
  link: "M5 12.5a10 10 0 0 1 14 0M8 15.5a6 6 0 0 1 8 0M12 19v.01",
  people: "M9 11m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0M2.5 20a6.5 6.5 0 0 1 13 0M15.5 8.2a3 3 0 1 1 1.2 5.7M18 15.2a6 6 0 0 1 3.5 4.8",
  past: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5M12 8v4.5l3 1.8",
  cut: "M6 6.5m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M6 17.5m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M8 8l12 9.5M8 16l12-9.5",
  export: "M13 4h7v7M20 4l-9 9M18 14v6H4V6h6",
  down: "M6 9l6 6 6-6",
  more: "M6 12v.01M12 12v.01M18 12v.01",
  eye: "M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7S2 12 2 12zM12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  download: "M12 4v11M7 11l5 5 5-5M4 20h16",
  share: "M12 3v12M8 7l4-4 4 4M5 12v8h14v-8",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  folder: "M3 6h7l2 2h9v11H3z",
  search: "M11 11m-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M16 16l5 5",
  snapshot: "M4 4h5M4 4v5M20 4h-5M20 4v5M4 20h5M4 20v-5M20 20h-5M20 20v-5M12 12m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  back: "M15 5l-7 7 7 7",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 9v6h4l5 4V5L8 9zM17 9.5l5 5M22 9.5l-5 5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  repair: "M14.5 6.5a4 4 0 0 0-5 5L4 17l3 3 5.5-5.5a4 4 0 0 0 5-5L15 12l-3-3z",
  sun: "M12 12m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2",
  full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
};

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
