import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryClient } from "~/platform/browser/query-client";
import { ToastViewport } from "~/ui/overlay/toast-viewport";
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
