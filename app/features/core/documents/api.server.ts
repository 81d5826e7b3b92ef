import * as z from "zod/mini";
import { findMissingLetters } from "~/platform/documents/render.server";
import { lettersWithoutFont } from "~/platform/documents/script-fonts.server";
import { endpoints, get } from "~/platform/http/endpoint.server";

export const documentsApi = endpoints("documents", [
  get("/admin/missing-letters", {
    may: "office.enter",
    summary: "Letters of a text that PDF documents cannot show",
    description: "Query: text, such as a customer's name. Documents show boxes instead of these letters.",
    query: z.object({ text: z.string().check(z.maxLength(2_000)) }),
    answer: z.object({ letters: z.array(z.string()) }),
    run: async (ctx, { text }) => ({ letters: await findMissingLetters(ctx, text) }),
  }),

  get("/letters-without-font", {
    may: "website.use",
    summary: "Letters of a text whose script PDF documents cannot show",
    description: "Query: text, such as a name that a form contains.",
    query: z.object({ text: z.string().check(z.maxLength(500)) }),
    answer: z.object({ letters: z.array(z.string()) }),
    run: (_ctx, { text }) => ({ letters: lettersWithoutFont(text) }),
  }),
]);
