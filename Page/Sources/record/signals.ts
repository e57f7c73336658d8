import { fill, type Texts } from "../i18n";
import type { State } from "../api/generated";

/** A fault in the signal of a camera or a microphone. */
export type Signal = NonNullable<NonNullable<State["status"]>["signals"]>[number];

export const ofMicrophone = (signal: Signal): boolean => signal.code.startsWith("microphone-");

/** Returns the microphone's name as in the levels: empty for the only one of a recording. */
export const microphoneOf = (signal: Signal): string => signal.input.split(".").slice(1).join(".");

/** Returns "Microphone: silent"; a code that this page does not know is shown as it is. */
export function signalText(signal: Signal, { t }: Texts): string {
  const words: Record<string, string> = {
    "camera-black": t.record.signalBlack, "camera-frozen": t.record.signalFrozen, "camera-single-colour": t.record.signalSingleColour,
    "microphone-silent": t.record.signalSilent, "microphone-clipped": t.record.signalClipped,
    "microphone-dead-channel": fill(t.record.signalDeadChannel, { n: signal.channel ?? 1 }),
  };
  const input = ofMicrophone(signal) ? microphoneOf(signal) || t.record.signalMicrophone : signal.input;
  return fill(t.record.signal, { input, fault: words[signal.code] ?? signal.code });
}
