import { topicClient } from "~/platform/http/topic-client";
import type { businessApi } from "./api.server";

const settings = topicClient<typeof businessApi>("settings");

export const settingsQuery = settings.query("/admin/settings", {});

export const useChangeSettings = () =>
  settings.useChange("/admin/settings/{group}", (answer, queryClient) =>
    queryClient.setQueryData(settingsQuery.queryKey, answer),
  );
