import * as z from "zod/mini";
import type { Config } from "~/platform/config.server";
import { type EInvoiceNews, type EInvoiceProvider, ProviderRefused } from "./provider";

const TIMEOUT_MS = 30_000;
const MAX_TEXT_LENGTH = 1000;

const handedOver = z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) });
const news = z.object({ state: z.enum(["sent", "received", "refused"]), reason: z.optional(z.string()) });
const refusal = z.object({ reason: z.string() });

/** A provider, or a program before one, that speaks as docs/operations.md says, "E-invoices"; null where none is configured. */
export function eInvoiceProvider({
  eInvoiceUrl,
  eInvoiceKey,
}: Pick<Config, "eInvoiceUrl" | "eInvoiceKey">): EInvoiceProvider | null {
  if (!eInvoiceUrl || !eInvoiceKey) return null;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${eInvoiceUrl}${path}`, {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${eInvoiceKey}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  return {
    async send({ id, xml }) {
      const answer = await ask(`/documents/${id}`, {
        method: "PUT",
        headers: { "Content-Type": "application/xml" },
        body: xml,
      });
      if (answer.status === 422) throw new ProviderRefused(await reasonOf(answer));
      return handedOver.parse(await said(answer)).id;
    },
    async find(providerId): Promise<EInvoiceNews> {
      const answer = await ask(`/documents/${encodeURIComponent(providerId)}`);
      const { state, reason = "" } = news.parse(await said(answer));
      return state === "refused" ? { state, told: reason.slice(0, MAX_TEXT_LENGTH) } : { state };
    },
  };
}

async function reasonOf(answer: Response): Promise<string> {
  const text = await answer.text();
  try {
    return refusal.parse(JSON.parse(text)).reason.slice(0, MAX_TEXT_LENGTH);
  } catch {
    return text.slice(0, MAX_TEXT_LENGTH);
  }
}

async function said(answer: Response): Promise<unknown> {
  if (!answer.ok) throw new Error(`The e-invoice provider answered ${answer.status}`);
  return answer.json();
}
