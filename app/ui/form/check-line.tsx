import type { ReactNode } from "react";

interface CheckLineProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** At the end of the line, as an amount. */
  end?: ReactNode;
  children: ReactNode;
}

/** A box with its words, as wide as the form. */
export function CheckLine({ checked, onChange, end, children }: CheckLineProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 grow">{children}</span>
      {end && <span className="figures shrink-0">{end}</span>}
    </label>
  );
}
