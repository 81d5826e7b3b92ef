import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { csvResponse } from "~/platform/http/download.server";
import { bytes, endpoints, get, post } from "~/platform/http/endpoint.server";
import { IMPORT_PATHS } from "~/platform/http/limits/http-limits.server";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { csvReading } from "~/platform/lists/csv-mapping";
import { singleLine } from "~/platform/text/sanitize-text";
import { bookingColumns } from "./booking-list";
import { importCheckedList, startBookingDryRun, startCustomerDryRun } from "./commands/start-import.server";
import { customerColumns } from "./customer-list";
import { MAX_NAME_LENGTH } from "./imported";

const startedImport = z.object({ id: z.string() });
const list = {
  name: z.string().check(singleLine(), z.maxLength(200)),
  csv: z.string().check(z.maxLength(4_000_000)),
  ...csvReading,
};
const sourceNeeded = () => m.imports_error_source({ max: MAX_NAME_LENGTH });

/**
 * Imports: a background job validates the list, another one imports it. /admin/background-jobs/{id} reports
 * progress.
 */
export const importsApi = endpoints("import", [
  get("/admin/imports/customers.csv", {
    operationId: "downloadCustomerImportTemplate",
    may: "customers.manage",
    summary: "CSV template for importing customers",
    answer: bytes("text/csv", "Header row only"),
    run: () => csvResponse(CSV_BYTE_ORDER_MARK + csvLine(customerColumns), "customers.csv"),
  }),

  post(IMPORT_PATHS.customers, {
    operationId: "checkCustomerImport",
    may: "customers.manage",
    summary: "Check a customer list of at most 10,000 rows: a dry run",
    description:
      "Nothing is saved. Returns a background job; its result lists every row with errors. `mapping`: headings of the file by column of the list. `dateOrder`: how to read 03/04/2026.",
    body: z.object(list),
    answer: startedImport,
    status: 202,
    run: startCustomerDryRun,
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  get("/admin/imports/bookings.csv", {
    operationId: "downloadBookingImportTemplate",
    may: "bookings.manage",
    summary: "CSV template for importing bookings",
    answer: bytes("text/csv", "Header row only"),
    run: () => csvResponse(CSV_BYTE_ORDER_MARK + csvLine(bookingColumns), "bookings.csv"),
  }),

  post(IMPORT_PATHS.bookings, {
    operationId: "checkBookingImport",
    may: "bookings.manage",
    summary: "Check a list of bookings from another program, of at most 10,000 rows: a dry run",
    description:
      "Nothing is saved. Returns a background job; its result lists every row with errors. Bookings are recognised by the program (`source`) and their number there (`reference`).",
    body: z.object({
      ...list,
      source: z
        .string({ error: sourceNeeded })
        .check(
          singleLine(),
          z.minLength(1, { error: sourceNeeded }),
          z.maxLength(MAX_NAME_LENGTH, { error: sourceNeeded }),
        ),
    }),
    answer: startedImport,
    status: 202,
    run: startBookingDryRun,
    reply: (_ctx, _input, { id }) => ({ id }),
  }),

  post("/admin/imports/{id}/start", {
    may: "office.enter",
    summary: "Import a checked list without errors, all rows or none",
    description: "Requires the permission to check a list of this kind.",
    answer: startedImport,
    status: 202,
    idempotent: true,
    run: (ctx, { id }) => importCheckedList(ctx, id),
    refuses: ["not-found", "import-not-ready"],
    reply: (_ctx, _input, { id }) => ({ id }),
  }),
]);
