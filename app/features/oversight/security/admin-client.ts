import { topicClient } from "~/platform/browser/topic-client";
import type { securityApi } from "./api.server";
import type { caseStates, errorStates } from "./views";

const cases = topicClient<typeof securityApi>("security");
const errors = topicClient<typeof securityApi>("client-error");

/** New cases emit no events, so the list polls. */
const EVERY_MINUTE = { refetchInterval: 60_000 };

interface ListFilter {
  search?: string;
  from?: string;
  until?: string;
}
export interface CaseFilter extends ListFilter {
  state?: (typeof caseStates)[number];
}
export interface ErrorFilter extends ListFilter {
  state?: (typeof errorStates)[number];
}

export const casesQuery = (filter: CaseFilter) => ({
  ...cases.pages("/admin/security-cases", filter),
  ...EVERY_MINUTE,
});
export const caseQuery = (id: string) => cases.query("/admin/security-cases/{id}", { id });
export const useResolveCase = (id: string) =>
  cases.useChange("/admin/security-cases/{id}/resolve", undefined, { id });
export const useReopenCase = (id: string) =>
  cases.useChange("/admin/security-cases/{id}/reopen", undefined, { id });

export const errorsQuery = (filter: ErrorFilter) => ({
  ...errors.pages("/admin/client-errors", filter),
  ...EVERY_MINUTE,
});
export const errorQuery = (id: string) => errors.query("/admin/client-errors/{id}", { id });
export const useResolveError = (id: string) =>
  errors.useChange("/admin/client-errors/{id}/resolve", undefined, { id });
export const useReopenError = (id: string) =>
  errors.useChange("/admin/client-errors/{id}/reopen", undefined, { id });
