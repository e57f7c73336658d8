/** Formats durations and positions in a film: 0:09, 1:15, 1:02:03. The minutes are always shown. */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds + 0.05));
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
