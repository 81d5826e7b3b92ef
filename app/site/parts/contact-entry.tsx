import type { ReactNode } from "react";

/** An entry of a `<dl>` of contacts, with an icon. */
export function ContactEntry({
  icon,
  term,
  children,
}: {
  icon: ReactNode;
  term: string;
  children: ReactNode;
}) {
  return (
    <div className="relative flex min-h-11 flex-col justify-center ps-15">
      <dt className="text-xs text-muted">
        <span className="absolute start-0 top-0 grid size-11 place-items-center rounded border border-line text-accent [&_svg]:size-5">
          {icon}
        </span>
        <span>{term}</span>
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
