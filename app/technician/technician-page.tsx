import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { localPath } from "~/platform/locale/locale";
import { ToastViewport } from "~/ui/overlay/toast-viewport";
import { LoadingScreen } from "~/ui/screen/loading-screen";
import { cachePage } from "./cache-page";
import { TechnicianScreens } from "./screens";
import { TechnicianGuard } from "./technician-guard";

export function meta() {
  return [{ title: m.technician_title() }, { name: "robots", content: "noindex" }];
}

export function links() {
  return [{ rel: "manifest", href: localPath("/technician.webmanifest") }];
}

/** A clientLoader keeps the page out of server rendering, which shows `HydrateFallback` instead. */
export function clientLoader() {
  return null;
}

export function HydrateFallback() {
  return <LoadingScreen>{m.common_loading()}</LoadingScreen>;
}

/** /technician: one page in one chunk, so that all of it works offline. */
export default function TechnicianPage() {
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
