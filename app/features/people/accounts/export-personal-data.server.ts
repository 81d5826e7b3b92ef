import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import type { RenderableDocument } from "~/platform/documents/document";
import { renderDocument } from "~/platform/documents/render.server";
import { line, report, section } from "~/platform/documents/report";
import type { FileStore } from "~/platform/files/file-store.server";
import { type ZipEntry, zip } from "~/platform/files/zip.server";
import { bidiIsolate } from "~/platform/locale/locale";
import {
  type ExportSection,
  findPerson,
  formatInstant,
  type PersonalData,
} from "~/platform/personal-data.server";
import { dubaiDate } from "~/platform/time";
import { getBusiness } from "../../core/business/queries.server";
import { currentUser } from "./current-user.server";

/** Archive with all data of the signed-in person as JSON and PDF, and with their stored files. */
export async function exportData(
  ctx: Ctx,
  slices: readonly PersonalData[],
  store: Pick<FileStore, "get">,
): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
  const person = await findPerson(ctx, slices, currentUser(ctx));
  const sections: ExportSection[] = [];
  for (const slice of slices.toReversed()) sections.push(...((await slice.collect?.(ctx, person)) ?? []));
  const exportedAt = ctx.now.toISOString();
  const data = { exportedAt, ...Object.fromEntries(sections.map(({ name, data }) => [name, data])) };
  const business = await getBusiness(ctx);
  const entries: ZipEntry[] = [
    { name: "my-data.json", content: `${JSON.stringify(data, null, 2)}\n` },
    { name: "my-data.pdf", content: await renderDocument(ctx, toReport(sections, business, exportedAt)) },
  ];
  for (const { name, fileId } of sections.flatMap(({ files = [] }) => files)) {
    const content = await store.get(fileId);
    if (content) entries.push({ name, content });
  }
  return { fileName: `my-data-${dubaiDate(ctx.now)}.zip`, bytes: zip(entries, ctx.now) };
}

function toReport(
  sections: ExportSection[],
  business: { name: string },
  exportedAt: string,
): RenderableDocument {
  return report({
    title: m.account_export_title({ business: bidiIsolate(business.name) }),
    author: business.name,
    parts: [
      line(m.account_export_created({ time: formatInstant(exportedAt) })),
      ...sections.flatMap(({ title, parts }) => (parts.length > 0 ? [section(title), ...parts] : [])),
    ],
  });
}
