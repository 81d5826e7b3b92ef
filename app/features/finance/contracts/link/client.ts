import { apiClient } from "~/platform/browser/api-client";
import { localPath } from "~/platform/locale/locale";
import type { Acceptance } from "../schema";
import type { contractLinkApi } from "./contract-link-api.server";

const contracts = apiClient<typeof contractLinkApi>();

export const openedContractQuery = (reference: string) => ({
  ...contracts.query(["contract", "opened", reference], "/contracts/{reference}", { reference }),
  staleTime: 30_000,
});

/** `sendKey`: idempotency key, so that a retry after a lost connection counts once. */
export const sendAcceptance = (reference: string, acceptance: Acceptance, sendKey: string) =>
  contracts.send("/contracts/{reference}/accept", { reference, ...acceptance }, sendKey);

export const requestLink = (reference: string) => contracts.send("/contracts/link", { reference });

export function documentPath(reference: string): string {
  return localPath(`/api/contracts/${reference}/document`);
}
