import { topicClient } from "~/platform/browser/topic-client";
import type { contractsApi } from "./api.server";

const contracts = topicClient<typeof contractsApi>("contract");

/** Contracts of the signed-in customer with balances and visits. */
export const myContractsQuery = {
  ...contracts.query("/account/contracts", {}),
  meta: { alsoOf: ["booking"] as const },
};

export const useAcceptContract = () => contracts.useChange("/account/contracts/{id}/accept");
