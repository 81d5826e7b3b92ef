import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { savePdf } from "~/platform/files/files.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { CERTIFICATES_PATH } from "~/platform/http/limits/http-limits.server";
import { referenceSchema } from "../../operations/bookings/schema";
import {
  addEntry,
  copyJobPhotos,
  editEntry,
  editServicePage,
  publishEntry,
  removeEntry,
  reorderEntries,
} from "./commands.server";
import { CERTIFICATE_FILE, entryKinds } from "./content-entry";
import { findJobPhotos, listOfficeContent } from "./office-queries.server";
import {
  certificateSchema,
  faqSchema,
  portfolioItemSchema,
  servicePageSchema,
  testimonialSchema,
  typicalJobSchema,
} from "./schema";
import { jobPhotos, officeContent } from "./views";

const may = "settings.manage";
const version = z.int32({ error: () => m.website_error_stale() });
const kind = z.enum(entryKinds).check(z.describe("Kind of entry"));
const answer = officeContent;
const reply = (ctx: Ctx) => listOfficeContent(ctx);

const toAdd = ["unknown-file", "unknown-price", "unknown-reference", "not-found"] as const;
const toEdit = [...toAdd, "stale"] as const;

/** Website content in the office. Every change returns all of it. */
export const contentApi = endpoints("content", [
  get("/admin/content", {
    operationId: "listContent",
    may,
    summary: "Content of the website, published or not",
    answer,
    run: listOfficeContent,
  }),

  post("/admin/content/testimonials", {
    may,
    summary: "Add a testimonial as a draft",
    body: testimonialSchema,
    answer,
    idempotent: true,
    run: (ctx, entry) => addEntry(ctx, { kind: "testimonial", entry }),
    refuses: toAdd,
    reply,
  }),
  post("/admin/content/testimonials/{id}/edit", {
    may,
    summary: "Change a testimonial",
    body: z.extend(testimonialSchema, { version }),
    answer,
    run: (ctx, { id, version, ...entry }) =>
      editEntry(ctx, { kind: "testimonial", id, version }, { kind: "testimonial", entry }),
    refuses: toEdit,
    reply,
  }),

  post("/admin/content/faqs", {
    may,
    summary: "Add a question to a service page as a draft",
    body: faqSchema,
    answer,
    idempotent: true,
    run: (ctx, entry) => addEntry(ctx, { kind: "faq", entry }),
    refuses: toAdd,
    reply,
  }),
  post("/admin/content/faqs/{id}/edit", {
    may,
    summary: "Change a question or its answer",
    body: z.extend(faqSchema, { version }),
    answer,
    run: (ctx, { id, version, ...entry }) =>
      editEntry(ctx, { kind: "faq", id, version }, { kind: "faq", entry }),
    refuses: toEdit,
    reply,
  }),

  post("/admin/content/typical-jobs", {
    may,
    summary: "Add a typical job to a service page as a draft",
    description: "Its price is the price of the price book item times the quantity.",
    body: typicalJobSchema,
    answer,
    idempotent: true,
    run: (ctx, entry) => addEntry(ctx, { kind: "typical-job", entry }),
    refuses: toAdd,
    reply,
  }),
  post("/admin/content/typical-jobs/{id}/edit", {
    may,
    summary: "Change a typical job",
    body: z.extend(typicalJobSchema, { version }),
    answer,
    run: (ctx, { id, version, ...entry }) =>
      editEntry(ctx, { kind: "typical-job", id, version }, { kind: "typical-job", entry }),
    refuses: toEdit,
    reply,
  }),

  post("/admin/content/portfolio-items", {
    may,
    summary: "Add finished work, with a drawing or two photos, as a draft",
    body: portfolioItemSchema,
    answer,
    idempotent: true,
    run: (ctx, entry) => addEntry(ctx, { kind: "portfolio-item", entry }),
    refuses: toAdd,
    reply,
  }),
  post("/admin/content/portfolio-items/{id}/edit", {
    may,
    summary: "Change finished work",
    body: z.safeExtend(portfolioItemSchema, { version }),
    answer,
    run: (ctx, { id, version, ...entry }) =>
      editEntry(ctx, { kind: "portfolio-item", id, version }, { kind: "portfolio-item", entry }),
    refuses: toEdit,
    reply,
  }),
  get("/admin/job-photos/{reference}", {
    operationId: "listJobPhotosByReference",
    may,
    summary: "Photos of a job, for the portfolio",
    params: { reference: referenceSchema },
    answer: jobPhotos,
    run: (ctx, { reference }) => findJobPhotos(ctx, reference),
  }),
  post("/admin/job-photos", {
    operationId: "copyJobPhotos",
    may,
    summary: "Copy photos of a job, with the customer's consent; ids in the order given",
    body: z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(2)) }),
    answer: z.object({ ids: z.array(z.uuid()) }),
    run: (ctx, { ids }, call) => copyJobPhotos(ctx, call.get("files"), ids),
    refuses: ["unknown-file"],
    reply: (_ctx, _input, { ids }) => ({ ids }),
  }),

  post("/admin/content/company-certificates", {
    may,
    summary: "Add a licence, insurance or certificate as a draft; shown until it expires once published",
    body: certificateSchema,
    answer,
    idempotent: true,
    run: (ctx, entry) => addEntry(ctx, { kind: "company-certificate", entry }),
    refuses: toAdd,
    reply,
  }),
  post("/admin/content/company-certificates/{id}/edit", {
    may,
    summary: "Change a company document",
    body: z.extend(certificateSchema, { version }),
    answer,
    run: (ctx, { id, version, ...entry }) =>
      editEntry(ctx, { kind: "company-certificate", id, version }, { kind: "company-certificate", entry }),
    refuses: toEdit,
    reply,
  }),
  post(CERTIFICATES_PATH, {
    operationId: "uploadCertificateFile",
    may,
    summary: "Upload the PDF of a company document; send its id within a day",
    body: bytes("application/pdf", "PDF, at most 10 MB"),
    answer: z.object({ id: z.uuid() }),
    status: 201,
    run: async (ctx, _, call) => ({
      id: await savePdf(ctx, call.get("files"), CERTIFICATE_FILE, await call.req.arrayBuffer()),
    }),
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  post("/admin/content/pages/{id}/edit", {
    may,
    summary: "Change the texts of a service page",
    params: { id: z.string() },
    body: z.safeExtend(servicePageSchema, { version }),
    answer,
    run: (ctx, { id, version, ...text }) => editServicePage(ctx, { serviceId: id, version }, text),
    refuses: ["not-found", "stale", "unknown-reference"],
    reply,
  }),

  post("/admin/content/{kind}/order", {
    operationId: "reorderContent",
    may,
    summary: "Reorder the entries of a kind; questions and typical jobs per service",
    description: "The ids of all entries.",
    params: { kind },
    body: z.object({ ids: z.array(z.uuid()).check(z.maxLength(500)) }),
    answer,
    run: (ctx, { kind, ids }) => reorderEntries(ctx, kind, ids),
    refuses: ["order-stale"],
    reply,
  }),
  post("/admin/content/{kind}/{id}/publish", {
    may,
    summary: "Publish or unpublish an entry",
    params: { kind },
    body: z.object({ version, published: z.boolean() }),
    answer,
    run: (ctx, { published, ...seen }) => publishEntry(ctx, seen, published),
    refuses: ["not-found", "stale"],
    reply,
  }),
  post("/admin/content/{kind}/{id}/remove", {
    may,
    summary: "Remove an entry",
    params: { kind },
    body: z.object({ version }),
    answer,
    run: removeEntry,
    refuses: ["not-found", "stale"],
    reply,
  }),
]);
