/** The place "record". */
export function Record() {
  return null;
}
