import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { ButtonAnchor } from "~/ui/button";

export function ExportButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <ButtonAnchor href={href} download size="small" tone="quiet">
      <Download aria-hidden />
      {children}
    </ButtonAnchor>
  );
}
