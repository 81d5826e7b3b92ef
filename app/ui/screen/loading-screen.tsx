import type { ReactNode } from "react";

export function LoadingScreen({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-svh place-items-center p-6">
      <p role="status" className="flex items-center gap-3 text-muted">
        <span aria-hidden className="skeleton size-3 rounded-full! bg-accent!" />
        {children}
      </p>
    </main>
  );
}
