import { apiClient } from "~/platform/browser/api-client";
import type { accessApi } from "./api.server";
import type { SentPermit } from "./schema";

const access = apiClient<typeof accessApi>();

export const ownPermitQuery = (reference: string) =>
  access.query(["booking", "permit", reference], "/bookings/{reference}/permit", { reference });

export const sendPermit = (reference: string, permit: SentPermit) =>
  access.send("/bookings/{reference}/permit", { reference, ...permit });
