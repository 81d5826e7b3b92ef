import { DirectionProvider } from "@base-ui/react/direction-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { isRouteErrorResponse, Outlet } from "react-router";
import { m } from "~/paraglide/messages";
import { may } from "~/platform/auth/permissions";
import { type SessionUser, useSession } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { reportClientError } from "~/platform/incidents/catch-errors";
import { localPath, textDirection } from "~/platform/locale/locale";
import { ErrorScreen } from "~/ui/screen/error-screen";
import { LoadingScreen } from "~/ui/screen/loading-screen";
import { NotFoundScreen } from "~/ui/screen/not-found-screen";
import type { Route } from "./+types/admin-layout";
import { AdminFrame } from "./admin-frame";
import { AdminGuard } from "./admin-guard";
import "../../office.css";

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
        <Office user={user}>
          <Outlet />
        </Office>
      )}
    </AdminGuard>
  );
}

/** Errors of a page; the rail stays. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  useEffect(() => {
    if (!notFound) reportClientError(error);
  }, [error, notFound]);
  const session = useSession();
  const content = notFound ? <NotFoundScreen /> : <ErrorScreen />;
  if (session.state !== "signed-in" || !may(session.user, "office.enter")) return <main>{content}</main>;
  return <Office user={session.user}>{content}</Office>;
}

function Office({ user, children }: { user: SessionUser; children: ReactNode }) {
  return (
    <DirectionProvider direction={textDirection()}>
      <QueryClientProvider client={queryClient}>
        <AdminFrame user={user}>{children}</AdminFrame>
      </QueryClientProvider>
    </DirectionProvider>
  );
}
