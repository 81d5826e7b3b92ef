import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { localPath } from "~/platform/locale/locale";
import { ToastViewport } from "~/ui/overlay/toast-viewport";
import { WaitScreen } from "~/ui/screen/wait-screen";
import { keepPage } from "./keep-page";
import { TechnicianScreens } from "./screens";
import { TechnicianGuard } from "./technician-guard";

export function meta() {
  return [{ title: m.technician_title() }, { name: "robots", content: "noindex" }];
}

export function links() {
  return [{ rel: "manifest", href: localPath("/technician.webmanifest") }];
}

/** Its being here keeps the page off the server: what is rendered there is `HydrateFallback`, for everyone. */
export function clientLoader() {
  return null;
}

export function HydrateFallback() {
  return <WaitScreen>{m.common_loading()}</WaitScreen>;
}

/** /technician: one page and one chunk, so that all of it is there when the connection is not. */
export default function TechnicianPage() {
  useEffect(() => {
    // When everything is loaded, and only then, is it known what to keep.
    const begin = () => void keepPage().catch(() => {});
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
