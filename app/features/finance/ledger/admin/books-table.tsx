import type { ReactNode } from "react";
import { classNames } from "~/ui/class-names";

interface PanelProps {
  id: string;
  title: string;
  hint: string;
  wide?: true;
  children: ReactNode;
}

/** Section of the books with a table that scrolls sideways within it. */
export function Panel({ id, title, hint, wide, children }: PanelProps) {
  return (
    <section aria-labelledby={id} className={classNames("min-w-0", wide && "xl:col-span-2")}>
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      <p className="mb-3 max-w-prose text-sm text-muted">{hint}</p>
      <div className="relative overflow-x-auto">{children}</div>
    </section>
  );
}

/** Classes of the tables of the books. */
/** Smaller on phones, so that two columns of eight digits fit. */
export const number =
  "figures px-2 amount-end whitespace-nowrap max-sm:px-1 max-sm:text-xs max-sm:tracking-tight";
export const row = "h-9 border-b border-line";
export const head = "h-9 border-b border-line px-2 text-xs font-medium text-balance text-muted";
