import type { ReactNode } from "react";

/** A part of an opened record, under its quiet title. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 text-xs font-medium text-muted">{title}</h3>
      {children}
    </section>
  );
}

/** A line of what is known, in a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd className="figures break-words">{children}</dd>
    </div>
  );
}
