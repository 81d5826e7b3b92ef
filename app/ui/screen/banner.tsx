import type { ReactNode } from "react";

interface BannerProps {
  label: string;
  /** Set for banners that appear on an open page. */
  role?: "status";
  text: ReactNode;
  children?: ReactNode;
}

export function Banner({ label, role, text, children }: BannerProps) {
  return (
    <section
      role={role}
      aria-label={label}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-brass-soft px-4 py-2.5 text-sm text-brass-text lg:px-6"
    >
      <p className="min-w-0 grow basis-64">{text}</p>
      {children}
    </section>
  );
}
