import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { savePdf } from "~/platform/files/files.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { CERTIFICATES_PATH } from "~/platform/http/limits/http-limits.server";
import { referenceSchema } from "../bookings/schema";
import {
  addEntry,
  arrangeEntries,
  copyJobPhotos,
  editEntry,
  editServicePage,
  publishEntry,
  removeEntry,
} from "./commands.server";
import { entryKinds, PAPER_FILE } from "./entry";
import { findJobPhotos, listOfficeContent } from "./office-queries.server";
import {
  faqSchema,
  paperSchema,
  servicePageSchema,
  testimonialSchema,
  typicalJobSchema,
  workSchema,
} from "./schema";
import { jobPhotos, officeContent } from "./views";

const may = "settings.manage";
const version = z.int32({ error: () => m.website_error_stale() });
const kind = z.enum(entryKinds);
const answer = officeContent;
const reply = (ctx: Ctx) => listOfficeContent(ctx);

const toAdd = ["unknown-file", "unknown-price", "not-found"] as const;
const toEdit = ["unknown-file", "unknown-price", "not-found", "stale"] as const;

/** Website content in the office. Every change returns all of it. */
export const contentApi = endpoints("content", [
  get("/admin/content", {
    may,
    summary: "Texts, questions, voices, finished work and papers of the website, published or not",
    answer,
    run: listOfficeContent,
  }),

  post("/admin/content/testimonials", {
    may,
    summary: "Write down what a customer says; it is shown once it is published",
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
    summary: "Answer one more question on a service's page; it is shown once it is published",
    body: faqSchema,
    answer,
    idempotent: true,
    run: (ctx, entry) => addEntry(ctx, { kind: "faq", entry }),
    refuses: toAdd,
    reply,
  }),
  post("/admin/content/faqs/{id}/edit", {
    may,
    summary: "Change a question and its answer",
    body: z.extend(faqSchema, { version }),
    answer,
    run: (ctx, { id, version, ...entry }) =>
      editEntry(ctx, { kind: "faq", id, version }, { kind: "faq", entry }),
    refuses: toEdit,
    reply,
  }),

  post("/admin/content/typical-jobs", {
    may,
    summary: "Name one more typical job on a service's page; it is shown once it is published",
    description: "It costs what its item of the price book says, so many times.",
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

  post("/admin/content/works", {
    may,
    summary: "Show finished work, by a drawing or by two photos; it is shown once it is published",
    body: workSchema,
    answer,
    idempotent: true,
    run: (ctx, entry) => addEntry(ctx, { kind: "work", entry }),
    refuses: toAdd,
    reply,
  }),
  post("/admin/content/works/{id}/edit", {
    may,
    summary: "Change finished work",
    body: z.safeExtend(workSchema, { version }),
    answer,
    run: (ctx, { id, version, ...entry }) =>
      editEntry(ctx, { kind: "work", id, version }, { kind: "work", entry }),
    refuses: toEdit,
    reply,
  }),
  get("/admin/content/job-photos/{reference}", {
    may,
    summary: "The photos of a job, to choose from for the portfolio",
    params: { reference: referenceSchema },
    answer: jobPhotos,
    run: (ctx, { reference }) => findJobPhotos(ctx, reference),
  }),
  post("/admin/content/job-photos", {
    may,
    summary:
      "Copy photos of a job, to be shown with its customer's consent; in the order in which they are named",
    body: z.object({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(2)) }),
    answer: z.object({ ids: z.array(z.uuid()) }),
    run: (ctx, { ids }, call) => copyJobPhotos(ctx, call.get("files"), ids),
    refuses: ["unknown-file"],
    reply: (_ctx, _input, { ids }) => ({ ids }),
  }),

  post("/admin/content/papers", {
    may,
    summary: "Keep a licence, an insurance or a certificate; it is shown once it is published, until it ends",
    body: paperSchema,
    answer,
    idempotent: true,
    run: (ctx, entry) => addEntry(ctx, { kind: "paper", entry }),
    refuses: toAdd,
    reply,
  }),
  post("/admin/content/papers/{id}/edit", {
    may,
    summary: "Change a paper",
    body: z.extend(paperSchema, { version }),
    answer,
    run: (ctx, { id, version, ...entry }) =>
      editEntry(ctx, { kind: "paper", id, version }, { kind: "paper", entry }),
    refuses: toEdit,
    reply,
  }),
  post(CERTIFICATES_PATH, {
    may,
    summary: "Upload the PDF of a paper, which is sent afterwards with its id; kept for a day until then",
    body: bytes("application/pdf", "The file itself, at most 10 MB"),
    answer: z.object({ id: z.uuid() }),
    status: 201,
    run: async (ctx, _, call) => ({
      id: await savePdf(ctx, call.get("files"), PAPER_FILE, await call.req.arrayBuffer()),
    }),
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  post("/admin/content/pages/{id}/edit", {
    may,
    summary: "Change what a service's page tells",
    params: { id: z.string() },
    body: z.extend(servicePageSchema, { version }),
    answer,
    run: (ctx, { id, version, ...text }) => editServicePage(ctx, { serviceId: id, version }, text),
    refuses: ["not-found", "stale"],
    reply,
  }),

  post("/admin/content/{kind}/order", {
    may,
    summary: "Put the entries of a kind into an order, questions and typical jobs those of one service",
    description: "The ids of all of them.",
    params: { kind },
    body: z.object({ ids: z.array(z.uuid()).check(z.maxLength(500)) }),
    answer,
    run: (ctx, { kind, ids }) => arrangeEntries(ctx, kind, ids),
    refuses: ["order-stale"],
    reply,
  }),
  post("/admin/content/{kind}/{id}/publish", {
    may,
    summary: "Show an entry on the website, or no longer",
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
