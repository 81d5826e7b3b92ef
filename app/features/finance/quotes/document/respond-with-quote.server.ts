import type { Context } from "hono";
import type { Ctx } from "~/platform/context";
import type { ApiEnv } from "~/platform/http/api.server";
import { pdfResponse } from "~/platform/http/download.server";
import { loadQuotePdf } from "./document.server";

/** Null for quotes that were not sent. */
export async function respondWithQuote(
  ctx: Ctx,
  call: Context<ApiEnv>,
  id: string,
): Promise<Response | null> {
  const store = call.get("files");
  const pdf = await loadQuotePdf(ctx, call.get("config"), store, id);
  const bytes = pdf && (await store.get(pdf.fileId));
  return bytes && pdfResponse(bytes, `${pdf.reference}.pdf`);
}
