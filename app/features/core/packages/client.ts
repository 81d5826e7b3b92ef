import { apiClient } from "~/platform/browser/api-client";
import type { SecurityAnswer } from "../forms/client";
import type { packagesApi } from "./api.server";
import type { ContractForm } from "./schema";

const contracts = apiClient<typeof packagesApi>();

export const sendContractRequest = (request: ContractForm & { securityCheck: SecurityAnswer }, key: string) =>
  contracts.send("/contracts/requests", request, key);

/**
 * Entitlements of the signed-in customer by property. The key contains the user id, because another user may
 * sign in with the same browser.
 */
export const myEntitlementsQuery = (userId: string) => ({
  ...contracts.query(["contract", "covers", userId], "/account/covered-properties", {}),
  staleTime: 30_000,
});

export const entitlementsOfCustomerQuery = (customerId: string) => ({
  ...contracts.query(
    ["contract", "covers-of-customer", customerId],
    "/admin/customers/{id}/covered-properties",
    { id: customerId },
  ),
  staleTime: 30_000,
});
