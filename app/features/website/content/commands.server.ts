import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { claimFiles, releaseFiles, saveFile } from "~/platform/files/files.server";
import { UPLOADED_PICTURE } from "~/platform/files/files-api.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { findUnknownReference } from "./book-text";
import { CERTIFICATE_FILE, type EntryKind, JOB_PICTURE } from "./content-entry";
import { filterJobPhotos } from "./job-photos.server";
import { listJobPrices } from "./job-prices.server";
import type {
  CompanyCertificate,
  FaqEntry,
  PortfolioItem,
  ServicePageText,
  Testimonial,
  TypicalJobText,
} from "./schema";

/*
 * Commands for website content. Kinds differ only in columns, so add, edit, publish, reorder and delete are
 * shared. Pages show changes at the next request, because all these tables are watched.
 */

export type Entry =
  | { kind: "testimonial"; entry: Testimonial }
  | { kind: "faq"; entry: FaqEntry }
  | { kind: "typical-job"; entry: TypicalJobText }
  | { kind: "portfolio-item"; entry: PortfolioItem }
  | { kind: "company-certificate"; entry: CompanyCertificate };

/** Entry and the version that the user saw. */
export interface EntryVersion {
  kind: EntryKind;
  id: string;
  version: number;
}

interface EntryTable {
  table: "testimonials" | "serviceFaqs" | "serviceJobs" | "portfolioItems" | "companyCertificates";
  /** Name of the entry. */
  name: string;
  /** Columns with file ids. */
  files: readonly string[];
  /** Ordered within each service. */
  isOrderedByService?: true;
}

const entryTables: Record<EntryKind, EntryTable> = {
  testimonial: { table: "testimonials", name: "clientName", files: ["photoId"] },
  faq: { table: "serviceFaqs", name: "question", files: [], isOrderedByService: true },
  "typical-job": { table: "serviceJobs", name: "title", files: [], isOrderedByService: true },
  "portfolio-item": { table: "portfolioItems", name: "title", files: ["beforeFileId", "afterFileId"] },
  "company-certificate": { table: "companyCertificates", name: "title", files: ["fileId"] },
};

type Columns = Record<string, string | number | null>;

/** Without the Arabic texts that the input does not have, because they keep the stored value. */
function toColumns(added: Entry): Columns {
  return Object.fromEntries(
    Object.entries(fieldsOf(added)).filter(
      (field): field is [string, Columns[string]] => field[1] !== undefined,
    ),
  );
}

function fieldsOf({ kind, entry }: Entry): Record<string, Columns[string] | undefined> {
  switch (kind) {
    case "testimonial": {
      const { quote, quoteAr, clientName, clientNameAr, role, roleAr, photoId } = entry;
      return { quote, quoteAr, clientName, clientNameAr, role, roleAr, photoId };
    }
    case "faq": {
      const { serviceId, question, questionAr, answer, answerAr } = entry;
      return { serviceId, question, questionAr, answer, answerAr };
    }
    case "typical-job": {
      const { serviceId, title, titleAr, priceItem, quantity } = entry;
      return { serviceId, title, titleAr, priceItem, quantity };
    }
    case "portfolio-item": {
      const { serviceId, title, area, summary, duration, drawing, beforeId, afterId, job } = entry;
      const { titleAr, areaAr, summaryAr, durationAr } = entry;
      return {
        ...{ serviceId, title, area, summary, duration, drawing },
        ...{ titleAr, areaAr, summaryAr, durationAr },
        ...{ beforeFileId: beforeId, afterFileId: afterId },
        ...{ bookingId: job?.bookingId ?? null, consent: job?.consent ?? null },
      };
    }
    case "company-certificate": {
      const { kind, title, titleAr, issuer, issuerAr, number, expiresOn, fileId } = entry;
      return { kind, title, titleAr, issuer, issuerAr, number, expiresOn, fileId };
    }
  }
}

/** File kinds allowed in an entry: photos of a job need the customer's consent. */
function fileKindsOf({ kind, entry }: Entry): string[] {
  if (kind === "company-certificate") return [UPLOADED_PICTURE, CERTIFICATE_FILE];
  return kind === "portfolio-item" && entry.job ? [UPLOADED_PICTURE, JOB_PICTURE] : [UPLOADED_PICTURE];
}

/** Adds an unpublished entry at the end. */
export const addEntry = command("settings.manage", async function addEntry(ctx, added: Entry) {
  const { kind } = added;
  const { table } = entryTables[kind];
  const columns = toColumns(added);
  if (!(await hasPrice(ctx, added))) return refuse("unknown-price");
  const reference = kind === "faq" ? await findBrokenReference(ctx, columns) : undefined;
  if (reference) return refuse("unknown-reference", { reference });
  const { last } = await entries(ctx, kind)
    .select((eb) => eb.fn.max("position").as("last"))
    .executeTakeFirstOrThrow();
  return mapMissingReference(async () => {
    const { id } = await ctx.db
      .insertInto(table as "testimonials")
      // The kind's own columns.
      .values({ ...(columns as never as TestimonialColumns), position: (last ?? 0) + 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const shown = await publishFiles(ctx, id, added, {});
    if (!shown.ok) return shown;
    await emit(ctx, "content.added", id, { kind }, { subjectType: kind, after: columns });
    return { ok: true, id };
  });
});

export const editEntry = command(
  "settings.manage",
  function editEntry(ctx, seen: EntryVersion, edited: Entry) {
    return changeEntry(ctx, seen, (row) =>
      mapMissingReference(async () => {
        const { kind } = edited;
        const columns = toColumns(edited);
        if (!(await hasPrice(ctx, edited))) return refuse("unknown-price");
        const reference = kind === "faq" ? await findBrokenReference(ctx, columns) : undefined;
        if (reference) return refuse("unknown-reference", { reference });
        const shown = await publishFiles(ctx, seen.id, edited, row as Columns);
        if (!shown.ok) return shown;
        await ctx.db
          .updateTable(entryTables[kind].table as "testimonials")
          .set(columns)
          .where("id", "=", seen.id)
          .execute();
        await releaseFiles(ctx, shown.released);
        const before = Object.fromEntries(Object.keys(columns).map((name) => [name, row[name]]));
        await emit(ctx, "content.edited", seen.id, { kind }, { subjectType: kind, before, after: columns });
        return { ok: true };
      }),
    );
  },
);

/** Publishes or withdraws an entry. Idempotent. */
export const publishEntry = command(
  "settings.manage",
  function publishEntry(ctx, seen: EntryVersion, published: boolean) {
    return changeEntry(ctx, seen, async (row) => {
      if (row.published === published) return { ok: true };
      const { kind, id } = seen;
      await ctx.db
        .updateTable(entryTables[kind].table as "testimonials")
        .set({ published })
        .where("id", "=", id)
        .execute();
      await emit(
        ctx,
        published ? "content.published" : "content.withdrawn",
        id,
        { kind },
        { subjectType: kind, before: { published: !published }, after: { published } },
      );
      return { ok: true };
    });
  },
);

export const removeEntry = command("settings.manage", function removeEntry(ctx, seen: EntryVersion) {
  return changeEntry(ctx, seen, async (row) => {
    const { kind, id } = seen;
    const { table, files, name } = entryTables[kind];
    await ctx.db
      .deleteFrom(table as "testimonials")
      .where("id", "=", id)
      .execute();
    await releaseFiles(ctx, present(files.map((column) => row[column])));
    const { position: _position, version: _version, ...before } = row;
    await emit(ctx, "content.removed", id, { kind, name: String(row[name]) }, { subjectType: kind, before });
    return { ok: true };
  });
});

/** Reorders all entries of a kind, or of a service; refused if the list does not match. */
export const reorderEntries = command(
  "settings.manage",
  async function reorderEntries(ctx, kind: EntryKind, ids: string[]) {
    const { isOrderedByService, ...entryTable } = entryTables[kind];
    const table = entryTable.table as "serviceFaqs";
    let query = ctx.db.selectFrom(table).select("id").orderBy("position").orderBy("id").forUpdate();
    if (isOrderedByService) {
      query = query.where("serviceId", "=", (eb) =>
        eb
          .selectFrom(table)
          .select("serviceId")
          .where("id", "=", ids[0] ?? null),
      );
    }
    const before = (await query.execute()).map(({ id }) => id);
    if (before.toSorted().join() !== ids.toSorted().join()) return refuse("order-stale");
    for (const [position, id] of ids.entries()) {
      await ctx.db.updateTable(table).set({ position }).where("id", "=", id).execute();
    }
    await emit(
      ctx,
      "content.reordered",
      null,
      { kind },
      { subjectType: kind, before: { order: before }, after: { order: ids } },
    );
    return { ok: true };
  },
);

/** Edits a service page. `version`: the one that the user saw. */
export const editServicePage = command(
  "settings.manage",
  async function editServicePage(
    ctx,
    { serviceId, version }: { serviceId: string; version: number },
    text: ServicePageText,
  ) {
    const row = await ctx.db
      .selectFrom("servicePages")
      .selectAll()
      .where("serviceId", "=", serviceId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return refuse("not-found");
    if (row.version !== version) return refuse("stale");
    const steps = await ctx.db
      .selectFrom("serviceSteps")
      .select(["title", "titleAr", "body", "bodyAr"])
      .where("serviceId", "=", serviceId)
      .orderBy("position")
      .execute();
    const reference = await findBrokenReference(ctx, text);
    if (reference) return refuse("unknown-reference", { reference });
    const { serviceId: _id, version: _version, packageId: _package, ...before } = row;
    const { steps: newSteps, ...columns } = text;
    const after = {
      ...columns,
      headlineAr: inputOr(text.headlineAr, row.headlineAr),
      introductionAr: inputOr(text.introductionAr, row.introductionAr),
      descriptionAr: inputOr(text.descriptionAr, row.descriptionAr),
      durationAr: inputOr(text.durationAr, row.durationAr),
      warrantyAr: inputOr(text.warrantyAr, row.warrantyAr),
      includedAr: arabicLines(text.includedAr, row.includedAr, text.included),
      notIncludedAr: arabicLines(text.notIncludedAr, row.notIncludedAr, text.notIncluded),
    };
    await ctx.db
      .updateTable("servicePages")
      .set({ ...after, version: version + 1 })
      .where("serviceId", "=", serviceId)
      .execute();
    const stepsAfter = newSteps.map((step, at) => ({
      ...step,
      titleAr: inputOr(step.titleAr, steps[at]?.titleAr ?? null),
      bodyAr: inputOr(step.bodyAr, steps[at]?.bodyAr ?? null),
    }));
    await ctx.db.deleteFrom("serviceSteps").where("serviceId", "=", serviceId).execute();
    if (stepsAfter.length > 0) {
      await ctx.db
        .insertInto("serviceSteps")
        .values(stepsAfter.map((step, position) => ({ ...step, serviceId, position })))
        .execute();
    }
    await emit(
      ctx,
      "content.edited",
      serviceId,
      { kind: "page" },
      {
        subjectType: "service",
        before: { ...before, steps },
        after: { ...after, steps: stepsAfter },
      },
    );
    return { ok: true };
  },
);

/** Copies photos of jobs for publication with the customer's consent; the originals stay unchanged. */
export const copyJobPhotos = command(
  "settings.manage",
  async function copyJobPhotos(ctx, store: FileStore, ids: string[]) {
    if ((await filterJobPhotos(ctx, ids)).length !== new Set(ids).size) return refuse("unknown-file");
    const copies: string[] = [];
    for (const id of ids) {
      const bytes = await store.get(id);
      if (!bytes) return refuse("unknown-file");
      copies.push(await saveFile(ctx, store, { kind: JOB_PICTURE, contentType: "image/jpeg", bytes }));
    }
    return { ok: true, ids: copies };
  },
);

type TestimonialColumns = Record<"quote" | "clientName" | "role", string> & { photoId: string | null };

/** Rows of a kind by the common columns. */
function entries(ctx: Ctx, kind: EntryKind) {
  return ctx.db.selectFrom(entryTables[kind].table as "testimonials");
}

/** Absent Arabic texts keep the stored value. */
function inputOr(input: string | null | undefined, stored: string | null): string | null {
  return input === undefined ? stored : input;
}

/** Arabic lines to store. Stored ones stay unless the number of English lines has changed. */
function arabicLines(
  input: readonly string[] | null | undefined,
  stored: readonly string[] | null,
  english: readonly string[],
): string[] | null {
  const lines = input === undefined ? stored : input;
  return lines && lines.length === english.length ? [...lines] : null;
}

/** Reference in one of the texts to an item that the price book does not have. */
async function findBrokenReference(ctx: Ctx, texts: object): Promise<string | undefined> {
  const written = stringsIn(texts);
  return written.some((text) => text.includes("{"))
    ? findUnknownReference(written, await listJobPrices(ctx))
    : undefined;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** True if the price book has the item of a typical job. A deleted item hides its jobs. */
async function hasPrice(ctx: Ctx, { kind, entry }: Entry): Promise<boolean> {
  if (kind !== "typical-job") return true;
  return (await listJobPrices(ctx, entry.serviceId)).some(({ item }) => item === entry.priceItem);
}

/** Wraps every change of one entry: serialised by a row lock, refused for a stale version. */
async function changeEntry<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  { kind, id, version }: EntryVersion,
  work: (row: Record<string, unknown>) => Promise<Result>,
): Promise<Result | Refusal<"not-found" | "stale">> {
  const row = await entries(ctx, kind).selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) return refuse("not-found");
  if (row.version !== version) return refuse("stale");
  const result = await work({ ...row });
  if (!result.ok) return result;
  await ctx.db
    .updateTable(entryTables[kind].table as "testimonials")
    .set({ version: version + 1 })
    .where("id", "=", id)
    .execute();
  return result;
}

/**
 * Claims and publishes the files of an entry. Refuses missing, foreign and not permitted files. `before`:
 * former columns, whose unused files are released.
 */
async function publishFiles(
  ctx: Ctx,
  ownerId: string,
  shown: Entry,
  before: Columns,
): Promise<{ ok: true; released: string[] } | Refusal<"unknown-file">> {
  const columns = toColumns(shown);
  const names = entryTables[shown.kind].files;
  const previousIds = present(names.map((name) => before[name]));
  const fileIds = present(names.map((name) => columns[name]));
  const kind = fileKindsOf(shown);
  const unchangedIds = fileIds.filter((id) => previousIds.includes(id));
  const addedIds = fileIds.filter((id) => !previousIds.includes(id));
  if (unchangedIds.length > 0) {
    const allowed = await ctx.db
      .selectFrom("files")
      .select("id")
      .where("id", "in", unchangedIds)
      .where("kind", "in", kind)
      .execute();
    if (allowed.length !== new Set(unchangedIds).size) return refuse("unknown-file");
  }
  const claimed = await claimFiles(ctx, { ids: addedIds, kind, ownerId, public: true });
  if (!claimed.ok) return refuse("unknown-file");
  return { ok: true, released: previousIds.filter((id) => !fileIds.includes(id)) };
}

/** Maps a missing service or booking to not found. */
async function mapMissingReference<Result extends { ok: true } | Refusal>(
  work: () => Promise<Result>,
): Promise<Result | Refusal<"not-found">> {
  try {
    return await work();
  } catch (error) {
    if (violatesConstraint("reference", error)) return refuse("not-found");
    throw error;
  }
}

function present(ids: readonly unknown[]): string[] {
  return ids.filter((id) => typeof id === "string");
}
