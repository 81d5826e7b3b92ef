import * as z from "zod/mini";
import type { Config } from "~/platform/config.server";
import { type EInvoiceProvider, EInvoiceRejectedError, type EInvoiceUpdate } from "./provider";

const TIMEOUT_MS = 30_000;
const MAX_TEXT_LENGTH = 1000;

const submissionResponse = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) });
const statusResponse = z.object({
  state: z.enum(["sent", "received", "refused"]),
  reason: z.optional(z.string()),
});
const rejectionResponse = z.object({ reason: z.string() });

/** HTTP interface of docs/operations.md, "E-invoices". Null if no provider is configured. */
export function eInvoiceProvider({
  eInvoiceUrl,
  eInvoiceKey,
}: Pick<Config, "eInvoiceUrl" | "eInvoiceKey">): EInvoiceProvider | null {
  if (!eInvoiceUrl || !eInvoiceKey) return null;
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${eInvoiceUrl}${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${eInvoiceKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return {
    async send({ id, xml }) {
      const response = await request(`/documents/${id}`, {
        method: "PUT",
        headers: { "Content-Type": "application/xml" },
        body: xml,
      });
      if (response.status === 422) throw new EInvoiceRejectedError(await readRejectionReason(response));
      return submissionResponse.parse(await readJson(response)).id;
    },
    async find(providerId): Promise<EInvoiceUpdate> {
      const response = await request(`/documents/${encodeURIComponent(providerId)}`);
      const { state, reason = "" } = statusResponse.parse(await readJson(response));
      return state === "refused"
        ? { state: "rejected", reason: reason.slice(0, MAX_TEXT_LENGTH) }
        : { state };
    },
  };
}

async function readRejectionReason(response: Response): Promise<string> {
  const text = await response.text();
  try {
    return rejectionResponse.parse(JSON.parse(text)).reason.slice(0, MAX_TEXT_LENGTH);
  } catch {
    return text.slice(0, MAX_TEXT_LENGTH);
  }
}

async function readJson(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`The e-invoice provider answered ${response.status}`);
  return response.json();
}
