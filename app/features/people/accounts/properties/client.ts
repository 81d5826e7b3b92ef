import { queryOptions } from "@tanstack/react-query";
import { apiClient } from "~/platform/browser/api-client";
import type { Address } from "../../../core/properties/schema";
import type { OwnAccessInput } from "../../../operations/access/schema";
import type { ownPropertiesApi } from "./api.server";
import type { OwnPropertyView } from "./views";

const own = apiClient<typeof ownPropertiesApi>();

export const propertiesQuery = queryOptions({
  queryKey: ["booking", "properties"],
  queryFn: async ({ signal }) => (await own.get("/account/properties", {}, signal)).properties,
});

const propertiesOf = ({ properties }: { properties: OwnPropertyView[] }) => properties;

export const addProperty = (address: Address, key: string) =>
  own.send("/account/properties", address, key).then(propertiesOf);

export const changeProperty = (id: string, address: Address) =>
  own.send("/account/properties/{id}", { id, ...address }).then(propertiesOf);

export const changeAccess = (id: string, access: OwnAccessInput & { version: number }) =>
  own.send("/account/properties/{id}/access", { id, ...access }).then(propertiesOf);

export const removeProperty = (id: string) =>
  own.send("/account/properties/{id}/remove", { id }).then(propertiesOf);
