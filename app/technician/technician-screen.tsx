import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { reportClientError } from "~/platform/incidents/catch-errors";
import { ToastViewport } from "~/ui/overlay/toast-viewport";
import { ErrorScreen } from "~/ui/screen/error-screen";
import { cachePage } from "./cache-page";
import { TechnicianScreens } from "./screens";
import { TechnicianGuard } from "./technician-guard";

/** /technician: one page in one chunk, so that all of it works offline. */
export function TechnicianScreen() {
  useEffect(() => {
    // The list of files to cache is complete after the load event only.
    const begin = () => void cachePage().catch(() => {});
    if (document.readyState === "complete") begin();
    else window.addEventListener("load", begin, { once: true });
  }, []);
  return (
    <TechnicianGuard>
      {(user, onSignedOut) => (
        <QueryClientProvider client={queryClient}>
          <TechnicianScreens user={user} onSignedOut={onSignedOut} />
          <ToastViewport className="max-md:bottom-28 md:bottom-6" />
        </QueryClientProvider>
      )}
    </TechnicianGuard>
  );
}

/** Unsent reports stay on the phone. */
export function TechnicianError({ error }: { error: unknown }) {
  useEffect(() => reportClientError(error), [error]);
  return (
    <div className="mx-auto min-h-dvh max-w-xl bg-paper">
      <header className="px-4 pt-4">
        <Link to="/technician" className="inline-flex min-h-11 items-center text-xl font-semibold">
          {m.technician_title()}
        </Link>
      </header>
      <main>
        <ErrorScreen />
      </main>
    </div>
  );
}
