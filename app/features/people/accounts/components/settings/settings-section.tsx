import type { ReactNode } from "react";
import { Card } from "~/ui/card";

interface SettingsSectionProps {
  /** Anchor for links. */
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function SettingsSection({ id, title, lead, children }: SettingsSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <Card className="flex flex-col gap-5">
        <header className="flex flex-col gap-1">
          <h2 id={`${id}-title`} className="text-lg">
            {title}
          </h2>
          {lead && <p className="measure text-sm text-muted">{lead}</p>}
        </header>
        {children}
      </Card>
    </section>
  );
}
