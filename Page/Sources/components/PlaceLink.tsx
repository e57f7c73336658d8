import type { AnchorHTMLAttributes } from "react";
import { go } from "../app/places";

/** A link within the page. It opens without a reload, and in another tab if the user asks for that. */
export function PlaceLink({ path, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { path: string }) {
  return (
    <a
      href={path}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        go(path);
      }}
      {...rest}
    />
  );
}
