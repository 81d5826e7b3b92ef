import { topicClient } from "~/platform/browser/topic-client";
import type { businessApi } from "./api.server";
import type { logoApi } from "./logo-api.server";

const settings = topicClient<typeof businessApi>("settings");

export const settingsQuery = settings.query("/admin/settings", {});

export const useChangeSettings = () =>
  settings.useChange("/admin/settings/{group}", (answer, queryClient) =>
    queryClient.setQueryData(settingsQuery.queryKey, answer),
  );

export const messageChannelsQuery = settings.query("/admin/message-channels", {});

export const vatRatesQuery = settings.query("/admin/vat-rates", {});
export const usePlanVatRate = () => settings.useChange("/admin/vat-rates");
export const useRevokeVatRate = () => settings.useChange("/admin/vat-rates/{from}/remove");

const logo = topicClient<typeof logoApi>("settings");

export const logoQuery = logo.query("/admin/logo", {});

export const useRemoveLogo = () => logo.useChange("/admin/logo/remove");
