/** The place "takes". */
export function Takes(_: { id: string | null }) {
  return null;
}
