import { topicClient } from "~/platform/browser/topic-client";
import type { notificationsApi } from "./api.server";
import type { MailRow } from "./views";

const mails = topicClient<typeof notificationsApi>("mail");

export interface MailFilter {
  search?: string;
  state?: MailRow["state"];
  from?: string;
  until?: string;
}

export const mailListQuery = (filter: MailFilter) => mails.pages("/admin/mails", filter);
export const mailQuery = (id: string) => mails.query("/admin/mails/{id}", { id });
export const useRetry = (id: string) => mails.useChange("/admin/mails/{id}/retry", undefined, { id });
export const useSendAgain = (id: string) => mails.useChange("/admin/mails/{id}/resend", undefined, { id });
