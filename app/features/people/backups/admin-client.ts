import { topicClient } from "~/platform/browser/topic-client";
import type { backupsApi } from "./api.server";

const backups = topicClient<typeof backupsApi>("backup");

/** Backup progress emits no events, so it is polled. */
const RUNNING_MS = 1500;

export const backupsQuery = {
  ...backups.query("/admin/backups", {}),
  refetchInterval: ({ state }: { state: { data?: { backups: { state: string }[] } } }) =>
    state.data?.backups.some(({ state }) => state === "waiting" || state === "running") ? RUNNING_MS : false,
} as const;
export const backupStateQuery = { ...backups.query("/admin/backups/state", {}), refetchInterval: 600_000 };
export const outboundPauseQuery = {
  ...backups.query("/admin/restore", {}),
  meta: { alsoOf: ["restore"] as const },
};

export const useMakeBackup = () =>
  backups.useChange("/admin/backups", (answer, queryClient) =>
    queryClient.setQueryData(backupsQuery.queryKey, answer),
  );
export const useRelease = () =>
  backups.useChange("/admin/restore/release", (answer, queryClient) =>
    queryClient.setQueryData(outboundPauseQuery.queryKey, answer),
  );
