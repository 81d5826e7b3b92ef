import * as z from "zod/mini";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/csv";
import { asCsv } from "~/platform/http/download.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { LISTS_PATH } from "~/platform/http-limits.server";
import { importTriedList, tryCustomerList } from "./commands/begin-import.server";
import { customerColumns } from "./customer-list";

const begun = z.object({ id: z.string() });

/** Lists from spreadsheets: tried in the background first, then imported there. How it goes, /admin/work/{id} tells. */
export const importsApi = endpoints("import", [
  get("/admin/imports/customers.csv", {
    may: "customers.manage",
    summary: "An empty list of customers, with the heading that an import reads",
    answer: bytes("text/csv", "The heading alone"),
    run: () => asCsv(CSV_BYTE_ORDER_MARK + csvLine(customerColumns), "customers.csv"),
  }),

  post(LISTS_PATH, {
    may: "customers.manage",
    summary: "Try a list of customers, of 10,000 rows at most: what would become of each row",
    description: "Nothing is kept. The answer names the work; its result names every row that is wrong.",
    body: z.object({
      /** Of the file. */
      name: z.string().check(z.maxLength(200)),
      csv: z.string().check(z.maxLength(4_000_000)),
    }),
    answer: begun,
    status: 202,
    run: tryCustomerList,
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  post("/admin/imports/{id}/go", {
    may: "customers.manage",
    summary: "Import a list that was tried and has nothing wrong: all of it, or nothing",
    answer: begun,
    status: 202,
    once: true,
    run: (ctx, { id }) => importTriedList(ctx, id),
    refuses: ["not-found", "import-not-ready"],
    reply: (_ctx, _input, { id }) => ({ id }),
  }),
]);
