import { DirectionProvider } from "@base-ui/react/direction-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "react-router";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { localPath, textDirection } from "~/platform/locale/locale";
import { LoadingScreen } from "~/ui/screen/loading-screen";
import { AdminFrame } from "./admin-frame";
import { AdminGuard } from "./admin-guard";

export function meta() {
  return [{ title: m.admin_title() }, { name: "robots", content: "noindex" }];
}

export function links() {
  return [{ rel: "manifest", href: localPath("/manifest.webmanifest") }];
}

/** A clientLoader keeps the office out of server rendering, which shows `HydrateFallback` instead. */
export function clientLoader() {
  return null;
}

export function HydrateFallback() {
  return <LoadingScreen>{m.common_loading()}</LoadingScreen>;
}

export default function AdminLayout() {
  return (
    <AdminGuard>
      {(user) => (
        <DirectionProvider direction={textDirection()}>
          <QueryClientProvider client={queryClient}>
            <AdminFrame user={user}>
              <Outlet />
            </AdminFrame>
          </QueryClientProvider>
        </DirectionProvider>
      )}
    </AdminGuard>
  );
}
