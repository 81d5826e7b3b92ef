import type { ReactNode } from "react";

interface SettingsFrameProps {
  title: string;
  hint?: string;
  action?: ReactNode;
  children: ReactNode;
}

export function SettingsFrame({ title, hint, action, children }: SettingsFrameProps) {
  return (
    <section aria-labelledby="settings-section" className="flex flex-col gap-5 px-4 py-4 lg:px-8 lg:py-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-2xl">
          <h2 id="settings-section" className="text-base font-semibold">
            {title}
          </h2>
          {hint && <p className="text-sm text-muted">{hint}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
