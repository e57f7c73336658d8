/** The place "settings". */
export function Settings(_: { section: string | null }) {
  return null;
}
