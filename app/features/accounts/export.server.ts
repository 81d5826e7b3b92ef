import type { Ctx } from "~/platform/context";
import { renderDocument } from "~/platform/document.server";
import { dubaiDate } from "~/platform/time";
import { zip } from "~/platform/zip.server";
import { getBusiness } from "../catalogue/queries.server";
import { exportDocument } from "./export-document.server";
import { collectPersonalData } from "./personal-data.server";

/** All that the product knows of the signed-in person, in one archive: for programs (JSON) and to read or print (PDF). */
export async function exportData(ctx: Ctx): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
  const data = await collectPersonalData(ctx);
  const business = await getBusiness(ctx);
  const entries = [
    { name: "my-data.json", content: `${JSON.stringify(data, null, 2)}\n` },
    { name: "my-data.pdf", content: await renderDocument(exportDocument(data, business)) },
  ];
  return { fileName: `my-data-${dubaiDate(ctx.now)}.zip`, bytes: zip(entries, ctx.now) };
}
