import { topicClient } from "~/platform/browser/topic-client";
import type { contractsApi } from "./api.server";

const contracts = topicClient<typeof contractsApi>("contract");

/** One's own contracts, with what is left and when somebody comes. */
export const ownContractsQuery = {
  ...contracts.query("/account/contracts", {}),
  meta: { alsoOf: ["booking"] as const },
};
