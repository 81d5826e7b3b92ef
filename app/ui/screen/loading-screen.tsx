import type { ReactNode } from "react";
import { NeedsScripts } from "./needs-scripts";

export function LoadingScreen({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-svh place-content-center gap-4 p-6">
      <p role="status" className="flex items-center justify-center gap-3 text-muted noscript:hidden">
        <span aria-hidden className="skeleton size-3 rounded-full! bg-accent!" />
        <span>{children}</span>
      </p>
      <NeedsScripts />
    </main>
  );
}
