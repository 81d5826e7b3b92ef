import { apiClient } from "~/platform/browser/api-client";
import type { SecurityAnswer } from "../forms/client";
import type { packagesApi } from "./api.server";
import type { ContractForm } from "./schema";

const contracts = apiClient<typeof packagesApi>();

export const sendRequest = (request: ContractForm & { securityCheck: SecurityAnswer }, key: string) =>
  contracts.send("/contracts/requests", request, key);

/** What the signed-in customer's contracts pay, by home; asked for by whose it is, so that nobody sees what the last one left in the browser. */
export const ownCoversQuery = (userId: string) => ({
  ...contracts.query(["contract", "covers", userId], "/account/contract-covers", {}),
  staleTime: 30_000,
});

/** The same of a customer, for the office. */
export const coversOfCustomerQuery = (customerId: string) => ({
  ...contracts.query(
    ["contract", "covers-of-customer", customerId],
    "/admin/customers/{id}/contract-covers",
    { id: customerId },
  ),
  staleTime: 30_000,
});
