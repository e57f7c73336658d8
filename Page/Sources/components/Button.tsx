import { type ButtonHTMLAttributes, forwardRef } from "react";
import { Icon, type IconName } from "./Icon";

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The button's text or, with `iconOnly`, its accessible name. */
  label: string;
  icon?: IconName;
  iconOnly?: boolean;
  kind?: "plain" | "primary" | "danger";
  /** The reason why the button cannot be used now. It can still be focused, and shows the reason. */
  obstacle?: string;
};

export const Button = forwardRef<HTMLButtonElement, Props>(function Button(
  { label, icon, iconOnly, kind, obstacle, className, onClick, ...rest }, reference,
) {
  const classes = ["button", kind && `is-${kind}`, iconOnly && "is-icon", className].filter(Boolean).join(" ");
  return (
    <button
      ref={reference} type="button" className={classes} title={obstacle ?? (iconOnly ? label : undefined)}
      aria-label={iconOnly ? label : undefined} aria-disabled={obstacle ? true : undefined}
      onClick={obstacle ? undefined : onClick} {...rest}
    >
      {icon && <Icon name={icon} />}
      {!iconOnly && <span>{label}</span>}
    </button>
  );
});
