// Made by Page/types from the program's description of its interface: change that instead.

export type State = {
  name: string;
  phase: "standby" | "preparing" | "recording" | "paused" | "finishing" | "finished";
  folder: string | null;
  "running-time": number | null;
  status: null | Status;
  picture: null | Picture;
  settings: Record<string, Setting>;
  /** The seconds before 'record' that a take can include (recording.pre-roll). */
  "pre-roll": number | null;
  role?: "director" | "viewer";
  /** The client's own id in 'people', to be sent as X-Dualcam-Person with commands over HTTP. */
  person?: string | null;
  people?: Person[];
};

export type Person = {
  id: string;
  role: "director" | "viewer";
  since: string;
  "last-command": null | {
    command: "layout" | "main" | "swap" | "inset" | "divider" | "zoom" | "switch" | "look" | "adjust" | "overlay" | "control" | "controls" | "gain" | "mute" | "sound" | "microphone" | "wind-filter" | "delay" | "pause" | "resume" | "mark" | "record" | "stop" | "split" | "bitrate" | "rename" | "tag" | "delete" | "restore" | "save-pipeline" | "calibrate" | "audit" | "recover" | "proxy" | "cancel" | "export" | "compose" | "trim" | "dub" | "stabilise" | "remove" | "backup" | "publish" | "share" | "unlink";
    time: string;
  };
};

export type Setting = {
  value: unknown;
  command: "layout" | "main" | "swap" | "inset" | "divider" | "zoom" | "switch" | "look" | "adjust" | "overlay" | "control" | "controls" | "gain" | "mute" | "sound" | "microphone" | "wind-filter" | "delay" | "pause" | "resume" | "mark" | "record" | "stop" | "split" | "bitrate";
  choices?: (string | boolean)[];
  least?: number;
  most?: number;
  step?: number;
  unit?: string;
  obstacle?: string;
};

export type Picture = {
  width: number;
  height: number;
  places: {
    camera: string;
    x: number;
    y: number;
    width: number;
    height: number;
  }[];
};

export type Answer = {
  /** The running time of the first frame or sample that shows it. */
  at: number | null;
};

export type Refusal = {
  error: {
    code: "unknown-command" | "bad-request" | "bad-value" | "not-now" | "unsupported" | "timeout" | "failed" | "disk-full" | "disk-failed" | "output-not-created" | "unavailable" | "too-hot" | "unauthorized" | "bad-host" | "bad-origin" | "read-only" | "not-found" | "method-not-allowed" | "too-large" | "unsupported-media-type" | "upgrade-required" | "too-many-requests" | "busy";
    message: string;
    advice: string;
    reason?: "not-running" | "no-picture" | "camera-lost" | "combined-rests" | "combined-changes" | "previews-rest" | "not-decoded" | "no-combined" | "not-opened" | "over";
  };
};

export type Status = {
  recorded: number;
  free: number | null;
  lasts: number | null;
  flowing: boolean;
  lost: string[];
  load: number | null;
  queue: number;
  shed: {
    step: string;
    share: string;
    reason: string;
  }[];
  rates: Record<string, number>;
  outputs: {
    output: string;
    frames: number;
    dropped: number;
    bytes: number;
  }[];
  heat: null | {
    level: "nominal" | "fair" | "serious" | "critical" | "shutdown";
    celsius: number | null;
    zone: string | null;
    forecast: null | {
      level: "nominal" | "fair" | "serious" | "critical" | "shutdown";
      seconds: number;
    };
  };
  battery: null | {
    charge: number;
    discharging: boolean;
  };
  paused: boolean;
  levels: null | {
    peak: number[];
    rms: number[];
  };
  cadences?: ({
    input: string;
    rate: number;
    asked: number | null;
    from: number;
    converted?: boolean;
    since?: string;
  })[];
  damaged?: {
    input: string;
    count: number;
    kept: boolean;
  }[];
  "key-frames"?: {
    input: string;
    distance: number;
    from: number;
    "segment-length"?: number;
  }[];
  microphones?: Record<string, {
    peak: number[];
    rms: number[];
  }>;
  signals?: {
    input: string;
    code: string;
    lasting: number;
    channel?: number;
  }[];
  still?: string[];
  "without-group"?: string;
  obstacle?: {
    code: string;
    "exit-code": number;
    message: string;
    advice: string;
  };
};

export type Event = State & {
  event: "state";
} | {
  event: "levels";
  "running-time": number;
  peak: number[];
  rms: number[];
  microphone?: string;
} | Job & {
  event: "job";
} | Backups & {
  event: "backups";
} | {
  event: "people";
  people: Person[];
} | {
  event: "standby";
  time: string;
  "running-time": number | null;
  outputs: string[];
  directory: string;
} | {
  event: "started";
  time: string;
  "running-time": number | null;
  folder: string;
  outputs: string[];
} | {
  event: "countdown";
  time: string;
  "running-time": number | null;
  seconds: number;
} | {
  event: "recording";
  time: string;
  "running-time": number | null;
  clock: string;
  files: {
    output: string;
    path: string;
  }[];
} | {
  event: "status";
  time: string;
  "running-time": number | null;
  recorded: number;
  free: number | null;
  lasts: number | null;
  flowing: boolean;
  lost: string[];
  load: number | null;
  queue: number;
  shed: {
    step: string;
    share: string;
    reason: string;
  }[];
  rates: Record<string, number>;
  outputs: {
    output: string;
    frames: number;
    dropped: number;
    bytes: number;
  }[];
  heat: null | {
    level: "nominal" | "fair" | "serious" | "critical" | "shutdown";
    celsius: number | null;
    zone: string | null;
    forecast: null | {
      level: "nominal" | "fair" | "serious" | "critical" | "shutdown";
      seconds: number;
    };
  };
  battery: null | {
    charge: number;
    discharging: boolean;
  };
  paused: boolean;
  levels: null | {
    peak: number[];
    rms: number[];
  };
  cadences?: ({
    input: string;
    rate: number;
    asked: number | null;
    from: number;
    converted?: boolean;
    since?: string;
  })[];
  damaged?: {
    input: string;
    count: number;
    kept: boolean;
  }[];
  "key-frames"?: {
    input: string;
    distance: number;
    from: number;
    "segment-length"?: number;
  }[];
  microphones?: Record<string, {
    peak: number[];
    rms: number[];
  }>;
  signals?: {
    input: string;
    code: string;
    lasting: number;
    channel?: number;
  }[];
  still?: string[];
  "without-group"?: string;
  obstacle?: {
    code: string;
    "exit-code": number;
    message: string;
    advice: string;
  };
} | {
  event: "dropped";
  time: string;
  "running-time": number | null;
  branch: string;
  output: string | null;
  count: number;
  length?: number;
} | {
  event: "warning";
  time: string;
  "running-time": number | null;
  code: string;
  branch: string | null;
  message: string;
  input?: string;
  output?: string;
  from?: number;
  to?: number;
  lasted?: number;
  channel?: number;
} | {
  event: "repeated";
  time: string;
  "running-time": number | null;
  branch: string;
  count: number;
} | {
  event: "cadence";
  time: string;
  "running-time": number | null;
  input: string;
  rate: number;
  asked: number | null;
  frame: number;
  from: number;
  converted?: boolean;
} | {
  event: "damaged";
  time: string;
  "running-time": number | null;
  input: string;
  count: number;
  kept: boolean;
} | {
  event: "key-frames";
  time: string;
  "running-time": number | null;
  input: string;
  distance: number;
  from: number;
  "segment-length"?: number;
} | {
  event: "input-lost";
  time: string;
  "running-time": number | null;
  input: string;
  at: number | null;
  reason: string;
} | {
  event: "input-returned";
  time: string;
  "running-time": number | null;
  input: string;
  at: number;
  away: number;
  attempts: number;
} | {
  event: "signal-restored";
  time: string;
  "running-time": number | null;
  code: string;
  input: string;
  from: number;
  to: number;
  lasted: number;
  channel?: number;
} | {
  event: "output-restored";
  time: string;
  "running-time": number | null;
  output: string;
  path: string;
  at: number;
} | {
  event: "session-deleted";
  time: string;
  "running-time": number | null;
  session: string;
  bytes: number;
  reason: string;
  left?: string[];
} | {
  event: "shed";
  time: string;
  "running-time": number | null;
  step: string;
  share: string;
  reason: string;
  load: number | null;
  queue: number;
} | {
  event: "restored";
  time: string;
  "running-time": number | null;
  step: string;
  share: string;
  reason: string;
  load: number | null;
  queue: number;
} | {
  event: "heat";
  time: string;
  "running-time": number | null;
  level: "nominal" | "fair" | "serious" | "critical" | "shutdown";
  celsius: number | null;
  zone: string | null;
  cause: string;
} | {
  event: "forecast";
  time: string;
  "running-time": number | null;
  level: null | "nominal" | "fair" | "serious" | "critical" | "shutdown";
  seconds: number | null;
  eased: boolean;
} | {
  event: "power";
  time: string;
  "running-time": number | null;
  state: string;
  charge: number;
  discharging: boolean;
} | {
  event: "control";
  time: string;
  "running-time": number | null;
  socket: string | null;
  url: string | null;
  "token-file": string | null;
  certificate: string | null;
} | {
  event: "directed";
  time: string;
  "running-time": number | null;
  command: "layout" | "main" | "swap" | "inset" | "divider" | "zoom" | "switch" | "look" | "adjust" | "overlay" | "control" | "controls" | "gain" | "mute" | "sound" | "microphone" | "wind-filter" | "delay" | "pause" | "resume" | "mark" | "record" | "stop" | "split" | "bitrate";
} | {
  event: "reloaded";
  time: string;
  "running-time": number | null;
  applied: string[];
  later: string[];
} | {
  event: "paused";
  time: string;
  "running-time": number | null;
  at: number;
} | {
  event: "resumed";
  time: string;
  "running-time": number | null;
  at: number;
} | {
  event: "marked";
  time: string;
  "running-time": number | null;
  at: number;
  text: string;
} | {
  event: "segment";
  time: string;
  "running-time": number | null;
  segment: number;
  at: number;
  files: {
    output: string;
    path: string;
  }[];
} | {
  event: "file-finished";
  time: string;
  "running-time": number | null;
  output: string;
  segment: number;
  path: string;
  frames: number;
  start: number;
  end: number;
  paused?: number;
  "cut-at"?: number;
  numbers?: {
    first: number;
    last: number;
    "left-out": number;
    paused: number;
    before?: number;
  };
} | {
  event: "stopping";
  time: string;
  "running-time": number | null;
  reason: string;
} | {
  event: "finishing";
  time: string;
  "running-time": number | null;
  frames: number;
} | {
  event: "failed";
  time: string;
  "running-time": number | null;
  code: string;
  "exit-code": number;
  branch: string | null;
  output: string | null;
  message: string;
  advice: string;
} | {
  event: "finished";
  time: string;
  "running-time": number | null;
  "exit-code": number;
  reason: string | null;
  folder: string | null;
  files: ({
    file: string;
    output: string;
    segment: number;
    part: number;
    finished: boolean;
    size: number | null;
    duration: number | null;
    frames: number | null;
    start: number | null;
    end: number | null;
    digest: string | null;
  })[];
  losses?: {
    missing: number;
    dropped: number;
    unaccounted: number;
    repeated: number;
    shed: number;
    outputs: ({
      missing: number;
      dropped: number;
      unaccounted: number;
      repeated: number;
      shed: number;
      output: string;
      seconds: number | null;
    })[];
  };
};

export type Sessions = {
  sessions: SessionSummary[];
  total: number;
  next: string | null;
  /** Sessions in the folder that have no address, because their folders' names are not UTF-8. */
  unreachable: string[];
};

export type SessionSummary = {
  /** The folder's name. */
  id: string;
  name: string;
  start: string | null;
  state: string;
  reason: string | null;
  /** The recorded time in seconds, without pauses. */
  recorded: number;
  bytes: number;
  cameras: string[];
  files: SessionFile[];
  "file-count": number;
  marks: Record<string, unknown>[];
  losses: null | {
    /** Frames that are in no file; null until the session is finished. */
    missing: number | null;
    /** The missing frames that were reported as dropped. */
    dropped: number;
    unaccounted: number | null;
    /** Frames of the combined file that show an earlier picture again. */
    repeated: number | null;
    /** Frames left out on purpose, because of load or heat. */
    shed: number | null;
    "inputs-lost": number;
    gaps: number;
    unplayable: number;
  };
  proven: boolean | null;
  tags: string[];
  rating: number | null;
  /** All of its files are copied to another place and verified there. */
  "backed-up": boolean;
  /** The correction of the clock during the recording, in seconds; the folder's name is wrong by this much. */
  "clock-corrected": number | null;
  /** The clock was not synchronised, so 'start' may be wrong. */
  "start-doubtful": boolean;
};

export type Session = {
  /** The folder's name. */
  id: string;
  name: string;
  start: string | null;
  state: string;
  reason: string | null;
  /** The recorded time in seconds, without pauses. */
  recorded: number;
  bytes: number;
  cameras: string[];
  files: SessionFile[];
  "file-count": number;
  marks: Record<string, unknown>[];
  losses: null | {
    /** Frames that are in no file; null until the session is finished. */
    missing: number | null;
    /** The missing frames that were reported as dropped. */
    dropped: number;
    unaccounted: number | null;
    /** Frames of the combined file that show an earlier picture again. */
    repeated: number | null;
    /** Frames left out on purpose, because of load or heat. */
    shed: number | null;
    "inputs-lost": number;
    gaps: number;
    unplayable: number;
  };
  proven: boolean | null;
  tags: string[];
  rating: number | null;
  /** All of its files are copied to another place and verified there. */
  "backed-up": boolean;
  /** The correction of the clock during the recording, in seconds; the folder's name is wrong by this much. */
  "clock-corrected": number | null;
  /** The clock was not synchronised, so 'start' may be wrong. */
  "start-doubtful": boolean;
  folder: string;
  host: string | null;
  dualcam: string | null;
  "exit-code": number | null;
  outputs: Record<string, unknown>[];
  gaps: Record<string, unknown>[];
  pauses: Record<string, unknown>[];
  findings: Record<string, unknown>[];
  /** The microphones of each audio track; none if they have no names. */
  tracks: string[][];
  backups: Record<string, unknown>[];
  published: Record<string, unknown>[];
  made: MadeFile[];
};

export type SessionFile = {
  output: string;
  segment: number;
  /** The name by which a client requests it. */
  path: string;
  bytes: number | null;
  finished: boolean;
  frames: number | null;
  start: number | null;
  end: number | null;
  container: string | null;
  video: Record<string, unknown> | null;
  audio: Record<string, unknown> | null;
  plays: boolean | null;
  /** The name by which a client requests its proxy. */
  proxy: string | null;
};

export type MadeFile = {
  /** The number by which a client requests it. */
  id: number;
  kind: "compose" | "export" | "trim" | "dub" | "stabilise" | "chapters";
  /** The path from the session's folder. */
  path: string;
  bytes: number;
  time: string | null;
  /** The media type. */
  type: string;
};

export type PipelineFile = {
  name: string;
  path: string;
  text: string;
  hash: string;
  /** The reason why the file cannot be saved; null if it can. */
  obstacle: string | null;
  /** The file that is written instead; null if there is none. */
  copy: string | null;
  /** True if a running dualcam applies a change. */
  reloads: boolean;
  /** The time at which dualcam wrote the file by itself for the devices that it found; null if it did not. */
  drafted: string | null;
  /** Test pictures replace the cameras. */
  simulated: boolean;
};

export type PipelineProblem = {
  file: string;
  line: number | null;
  column: number | null;
  length: number | null;
  key: string;
  message: string;
  advice: string;
};

export type PipelineChanges = {
  /** Take effect at once. */
  live: string[];
  /** Take effect from the next take on. */
  take: string[];
  /** Take effect from the next take on; the cameras are off for a moment. */
  graph: string[];
  /** Take effect when dualcam is started again. */
  start: string[];
};

export type PlannedOutput = {
  name: string;
  codec: string;
  encoder: string;
  width: number;
  height: number;
  rate: string;
  bitrate: number;
  "bytes-per-hour": number;
};

export type PlannedCost = {
  /** The highest share of any resource. */
  total: number;
  binding: "cpu" | "memory" | "disk" | "usb" | "hardware";
  /** The share that may be used: 'budget.limit'. */
  limit: number;
  fits: boolean;
  /** True if 'run' refuses to record it. */
  refused: boolean;
  measured: boolean;
  margin: number;
  cpu: {
    cores: number;
  };
  memory?: number;
  disk?: number;
  usb?: number;
  hardware?: number;
  branches: Record<string, unknown>[];
};

export type PipelinePlan = {
  /** The reason why there is no plan; null if there is one. */
  obstacle: string | null;
  cost: null | PlannedCost;
  "bytes-per-hour": number | null;
  outputs: PlannedOutput[];
  /** The folder in which the sessions' folders would be created. */
  directory: string | null;
};

export type PipelineCheck = {
  problems: PipelineProblem[];
  notices: PipelineProblem[];
  changes: null | PipelineChanges;
  /** One plan for each of the requested 'variants'. */
  plans: PipelinePlan[];
};

export type PipelineSaved = {
  path: string;
  hash: string;
  copied: boolean;
  reloads: boolean;
  changes: null | PipelineChanges;
};

export type Devices = {
  cameras: Record<string, unknown>[];
  microphones: Record<string, unknown>[];
};

export type Encoders = {
  encoders: Record<string, unknown>[];
};

export type Calibration = {
  measured: string | null;
  cores: number;
  encoders: {
    name: string;
    /** The number of cores that 1920x1080 at 30 frames a second and 8 Mbps keeps busy. */
    cores: number;
    /** The number of such pictures that this machine encodes at a time. */
    "at-once": number;
  }[];
  notes: string[];
  problem: string | null;
};

export type Job = {
  id: number;
  kind: "audit" | "recover" | "proxy" | "calibrate" | "compose" | "export" | "trim" | "dub" | "stabilise" | "backup" | "publish";
  session: string | null;
  file: string | null;
  /** The arguments of the request; instead of a document, its length in bytes. Viewers see only switches and predefined words. */
  arguments: Record<string, unknown> | null;
  /** Null if it is unknown. */
  percent: number | null;
  /** The remaining time in seconds. */
  left: number | null;
  /** Bytes per second, for a copy. */
  speed: number | null;
  /** The resource that other programs need, for which a copy slows down; null at full speed. */
  slowed: "processor" | "disk" | null;
  state: "running" | "done" | "failed";
  result: null | AuditResult | RecoverResult | ProxyResult | MakingResult | BackupResult | PublishResult | Calibration;
  error: string | null;
};

export type AuditResult = {
  proven: boolean;
  outputs: {
    output: string;
    files: number;
    frames: number;
    missing: number;
    dropped: number;
    away: number;
    unaccounted: number;
    repeated: number;
    shed: number;
  }[];
  complaints: string[];
};

export type RecoverResult = {
  files: number;
  complaints: string[];
};

export type MakingResult = {
  files: string[];
  /** The number of frames in all of these files. */
  frames: number;
};

export type PublishResult = {
  to: string;
  time: string;
  state: "published" | "unknown";
  id: string | null;
  address: string | null;
  title: string;
  files: Record<string, unknown>[];
};

export type ProxyResult = {
  file: string;
  bytes: number;
};

export type JobAnswer = {
  job: Job;
  work: Job;
};

export type Jobs = {
  jobs: Job[];
  works: Job[];
};

export type Backups = {
  /** The place; null if nothing is copied. */
  to: string | null;
  /** The service on which 'publish' publishes sessions; null if there is none. */
  "publishes-to": string | null;
  /** When sessions are copied automatically; null if only on request. */
  "by-itself": string | null;
  /** The time of the last search for sessions to copy (UTC). */
  looked: string | null;
  /** Sessions that were not copied at that time, oldest first, at most 100. */
  waiting: string[] | null;
  "waiting-count": number | null;
  copying: ({
    session: string;
    percent: number | null;
    /** Bytes per second. */
    speed: number | null;
    /** The remaining time in seconds. */
    left: number | null;
    /** The resource that other programs need, for which a copy slows down; null at full speed. */
    slowed: "processor" | "disk" | null;
    /** The number of the job if a client requested the copy; else null. */
    job: number | null;
    /** The former name of 'job'. */
    work: number | null;
  })[];
  failed: ({
    /** Null if the place itself cannot be used. */
    session: string | null;
    message: string;
    /** The time of the next attempt (UTC). */
    again: string;
  })[];
};

export type BackupResult = {
  to: string;
  files: number;
  /** The number of files that were not there yet. */
  copied: number;
  bytes: number;
};

export type Link = {
  id: number;
  path: string;
  until: string;
};

export type Links = {
  links: {
    id: number;
    made: string;
    until: string;
  }[];
};

export type SharedSession = {
  name: string;
  start: string | null;
  /** The recorded time in seconds, without pauses. */
  recorded: number;
  cameras: string[];
  files: SessionFile[];
  marks: Record<string, unknown>[];
  until: string;
};

/** The arguments of each command. */
export type Commands = {
  /** arrange the combined picture */
  layout: {
    /** the layout (pip, stacked, side-by-side, dominant, front-primary, back-primary, grid, or a layout of the pipeline file) */
    layout: string;
    /** the length of the change (40ms ... 10s, or off) */
    over?: string;
    /** the easing of the change (linear, ease-in, ease-out, ease-in-out, spring) */
    easing?: "linear" | "ease-in" | "ease-out" | "ease-in-out" | "spring";
  };
  /** choose the camera that fills the picture */
  main: {
    /** the camera */
    camera: string;
    /** the length of the change (40ms ... 10s, or off) */
    over?: string;
    /** the easing of the change (linear, ease-in, ease-out, ease-in-out, spring) */
    easing?: "linear" | "ease-in" | "ease-out" | "ease-in-out" | "spring";
    /** the transition to the new picture (cut, dissolve, slide, wipe, zoom, circle, flip, move) */
    transition?: "cut" | "dissolve" | "slide" | "wipe" | "zoom" | "circle" | "flip" | "move";
    /** the direction of the transition (left, right, up, down) */
    direction?: "left" | "right" | "up" | "down";
  };
  /** swap the main camera with the one beside or over it */
  swap: {
    /** the length of the change (40ms ... 10s, or off) */
    over?: string;
    /** the easing of the change (linear, ease-in, ease-out, ease-in-out, spring) */
    easing?: "linear" | "ease-in" | "ease-out" | "ease-in-out" | "spring";
    /** the transition to the new picture (cut, dissolve, slide, wipe, zoom, circle, flip, move) */
    transition?: "cut" | "dissolve" | "slide" | "wipe" | "zoom" | "circle" | "flip" | "move";
    /** the direction of the transition (left, right, up, down) */
    direction?: "left" | "right" | "up" | "down";
  };
  /** move, resize or frame the inset */
  inset: {
    /** the camera */
    camera?: string;
    /** the position (top-left, top-right, bottom-left, bottom-right, center, or X%,Y%) */
    position?: string | Record<string, string>;
    /** the width, as a share of the canvas width (5% ... 100%) */
    size?: string;
    /** the distance from the edges (0 ... 16384 pixels) */
    margin?: number;
    /** the radius of the rounded corners (0 ... 1024 pixels) */
    radius?: number;
    /** the width of the border (0 ... 256 pixels) */
    border?: number;
    /** the colour of the border (white, black, grey, red, green, blue, yellow, cyan, magenta, orange, or #rrggbb) */
    "border-colour"?: string;
    /** the size of the shadow (0 ... 256 pixels) */
    shadow?: number;
    /** the opacity of the whole inset (0% ... 100%) */
    opacity?: string;
    /** the length of the change (40ms ... 10s, or off) */
    over?: string;
    /** the easing of the change (linear, ease-in, ease-out, ease-in-out, spring) */
    easing?: "linear" | "ease-in" | "ease-out" | "ease-in-out" | "spring";
  };
  /** draw lines between adjacent cameras */
  divider: {
    /** the width of the lines; 0 for none (0 ... 64 pixels) */
    width?: number;
    /** the colour of the lines (white, black, grey, red, green, blue, yellow, cyan, magenta, orange, or #rrggbb) */
    colour?: string;
    /** the length of the change (40ms ... 10s, or off) */
    over?: string;
    /** the easing of the change (linear, ease-in, ease-out, ease-in-out, spring) */
    easing?: "linear" | "ease-in" | "ease-out" | "ease-in-out" | "spring";
  };
  /** set the zoom of a camera */
  zoom: {
    /** the camera */
    camera: string;
    /** the zoom factor (0.5 ... 10) */
    factor?: number;
    /** a zoom preset of the camera */
    preset?: string;
    /** the centre, measured from the left (0% ... 100%) */
    x?: string;
    /** the centre, measured from the top (0% ... 100%) */
    y?: string;
    /** the speed (0.05 ... 20 octaves a second) */
    rate?: number;
    /** the length of the change (40ms ... 10s, or off) */
    over?: string;
    /** the easing of the change (linear, ease-in, ease-out, ease-in-out, spring) */
    easing?: "linear" | "ease-in" | "ease-out" | "ease-in-out" | "spring";
  };
  /** switch the main camera automatically */
  switch: {
    /** the interval between changes (1s ... 1d, or off) */
    every: string;
  };
  /** apply a look to the combined picture or to a camera in it */
  look: {
    /** the look (none, vivid, dramatic, cool, warm, mono, silvertone, noir, sepia, cinematic, or a .cube file) */
    look?: string;
    /** a camera, or combined (the default) */
    camera?: string;
    /** the strength of the look (0% ... 100%) */
    intensity?: string;
  };
  /** adjust the colours of the combined picture or of a camera */
  adjust: {
    /** a camera, or combined (the default) */
    camera?: string;
    /** the exposure (-4 ... 4 stops) */
    exposure?: number;
    /** the contrast (-100% ... 100%) */
    contrast?: string;
    /** the saturation (-100% ... 100%) */
    saturation?: string;
    /** the colour temperature; values above 0 are warmer (-100 ... 100 mired) */
    temperature?: number;
  };
  /** show or hide an overlay, or change its text */
  overlay: {
    /** the overlay's name in the pipeline file */
    overlay: string;
    /** the text */
    text?: string;
    /** show the overlay (on or off) */
    on?: boolean;
  };
  /** set a control of a camera */
  control: {
    /** the camera */
    camera: string;
    /** the name of the control */
    control: string;
    /** the value (a whole number, on or off, or a word) */
    value: number | boolean | string;
  };
  /** apply a control preset to one camera or to all cameras */
  controls: {
    /** a control preset of the pipeline file */
    preset: string;
    /** the camera */
    camera?: string;
  };
  /** set the gain of a microphone */
  gain: {
    /** the gain (-12dB ... 12dB) */
    gain: string;
    /** the microphone, if there are several */
    microphone?: string;
  };
  /** mute or unmute a microphone */
  mute: {
    /** whether the microphone is muted (on or off) */
    on: boolean;
    /** the microphone, if there are several */
    microphone?: string;
  };
  /** choose how the sound is processed */
  sound: {
    /** the processing mode (natural, studio, in-frame) */
    mode: string;
    /** the microphone, if there are several */
    microphone?: string;
  };
  /** record from another audio device */
  microphone: {
    /** the device (auto, pulse, pipewire, alsa, or a device such as alsa:hw:1,0 or file:clip.mp4) */
    device: string;
    /** the microphone, if there are several */
    microphone?: string;
  };
  /** turn the wind-noise filter on or off */
  "wind-filter": {
    /** whether the filter is on (on or off) */
    on: boolean;
    /** the microphone, if there are several */
    microphone?: string;
  };
  /** set the delay of a camera or a microphone */
  delay: {
    /** the camera or the microphone */
    input: string;
    /** the delay; below 0 for earlier (-500ms ... 500ms) */
    delay: string;
  };
  /** pause the recording */
  pause: Record<string, never>;
  /** resume the recording after a pause */
  resume: Record<string, never>;
  /** set a mark */
  mark: {
    /** the text of the mark */
    text?: string;
  };
  /** start a take */
  record: {
    /** stop after this long (1ms ... 36500d, or off) */
    duration?: string;
    /** stop at this time of day (00:00 ... 23:59, or off) */
    until?: string;
    /** count down this long before recording (100ms ... 1d, or off) */
    delay?: string;
    /** record only this much of the pre-roll (recording.pre-roll) (1s ... 10min) */
    last?: string;
  };
  /** stop recording and finish the files */
  stop: Record<string, never>;
  /** continue in new files */
  split: Record<string, never>;
  /** change the bitrate of an output */
  bitrate: {
    /** the output */
    output: string;
    /** the bitrate (10kbps ... 10Gbps) */
    bitrate: string;
  };
};
