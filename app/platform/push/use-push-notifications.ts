import { useEffect } from "react";
import { useNavigate } from "react-router";
import { importWithRetry } from "../browser/import-with-retry";
import { routePath } from "../locale/locale";
import type { PushApp } from "./push-client";

/** Renews the subscription of this device, and opens the page of a clicked notification. */
export function usePushNotifications(app: PushApp): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const open = ({ data }: MessageEvent) => {
      if (typeof data?.openPath === "string") void navigate(routePath(data.openPath));
    };
    navigator.serviceWorker.addEventListener("message", open);
    if ("Notification" in window && Notification.permission === "granted") {
      importWithRetry(() => import("./push-client"))
        .then(({ renewPush }) => renewPush(app))
        .catch(() => {});
    }
    return () => navigator.serviceWorker.removeEventListener("message", open);
  }, [app, navigate]);
}
