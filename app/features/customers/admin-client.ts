import { queryOptions } from "@tanstack/react-query";
import { getJson } from "~/platform/http-client";
import type { CustomerHit } from "./views";

/** From here on looking somebody up is worth it. */
export const SHORTEST_LOOKUP = 4;

/** Customers by a part of their phone, name or email. */
export const customerLookupQuery = (search: string) =>
  queryOptions({
    queryKey: ["customer", "lookup", search],
    queryFn: async ({ signal }) =>
      (await getJson<{ customers: CustomerHit[] }>("/api/admin/customer-lookup", { search }, signal))
        .customers,
    enabled: search.length >= SHORTEST_LOOKUP,
  });

/** A customer whose record is known already; null asks for nobody. */
export const customerHitQuery = (id: string | null) =>
  queryOptions({
    queryKey: ["customer", "hit", id],
    queryFn: async ({ signal }) =>
      (await getJson<{ customer: CustomerHit }>(`/api/admin/customer-lookup/${id}`, {}, signal)).customer,
    enabled: id !== null,
  });
