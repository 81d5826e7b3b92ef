import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { csvDay, readCsvTime, splitCsvDateTime } from "~/platform/lists/csv-day";
import { parseMoney } from "~/platform/money-input";
import { parseWholeNumber } from "~/platform/text/numerals";
import { codeLine, singleLine } from "~/platform/text/sanitize-text";
import { addDays } from "~/platform/time";
import { customerName, email, messageText, phone } from "../../core/forms/schema";
import { BOOKING_HORIZON_DAYS, clockTimeSchema, durationSchema } from "../bookings/schema";
import { importedStates, isOpen, MAX_NAME_LENGTH, readState } from "./imported";
import { addressColumns, readAddress, readCells } from "./row-cells";

export const bookingColumns = [
  "reference",
  "status",
  "service",
  "date",
  "time",
  "minutes",
  "technician",
  "name",
  "phone",
  "email",
  ...addressColumns,
  "price",
  "notes",
] as const;

export const bookingDateColumns = ["date"] as const;

const EARLIEST_DAY = "2000-01-01";

const time = z.pipe(
  z.pipe(
    z.string(),
    z.transform((cell) => readCsvTime(cell) ?? cell),
  ),
  clockTimeSchema,
);
const minutes = z.pipe(z.pipe(z.string(), z.transform(parseWholeNumber)), durationSchema);
const price = z.pipe(
  z.string().check(z.refine((text) => parseMoney(text) !== null, { error: () => m.imports_error_price() })),
  z.transform((text) => parseMoney(text)!),
);

const reference = z
  .string()
  .check(
    codeLine(),
    z.minLength(1, { error: () => m.imports_error_reference(), abort: true }),
    z.maxLength(MAX_NAME_LENGTH, { error: () => m.imports_error_long({ max: MAX_NAME_LENGTH }) }),
  );
const status = z.pipe(
  z.pipe(z.string().check(singleLine()), z.transform(readState)),
  z.enum(importedStates, { error: () => m.imports_error_status({ states: importedStates.join(", ") }) }),
);
const service = z
  .string()
  .check(singleLine(), z.minLength(1, { error: () => m.booking_error_service_required() }));

/** Names of service, technician and customer are resolved later. */
export const bookingRow = z.pipe(
  z.record(z.enum(bookingColumns), z.string()),
  z.transform((cells, { issues }) => {
    const row = withSplitTime(cells);
    const { report, need, read } = readCells(row, issues);
    const work = {
      reference: need("reference", reference)!,
      status: need("status", status)!,
      service: need("service", service)!,
      technician: row.technician,
      estimateFils: read("price", price),
      message: read("notes", messageText) ?? "",
    };
    const contact = {
      name: read("name", customerName),
      phone: read("phone", phone),
      email: read("email", email),
      place: readAddress(row, report)!,
    };
    if (row.phone === "" && row.email === "") report("phone", m.imports_error_no_contact());
    const when = { day: read("date", csvDay()), time: read("time", time), minutes: read("minutes", minutes) };
    return { ...work, ...contact, ...when };
  }),
);
export type BookingRow = z.output<typeof bookingRow>;

/** Housecall Pro writes date and time in one cell, such as 24/11/2026 9:00 AM. */
function withSplitTime<Row extends { date: string; time: string }>(row: Row): Row {
  const split = splitCsvDateTime(row.date);
  return split ? { ...row, date: split.day, time: row.time || split.time } : row;
}

/** Adds issues if date, time and technician do not fit the status. `today` is Dubai's. */
export function checkTime(
  { status, day, time, technician }: BookingRow,
  today: string,
  report: (column: "date" | "time" | "technician", message: string) => void,
): void {
  if (day) {
    if (day < EARLIEST_DAY) report("date", m.csv_error_date());
    else if (isOpen(status) && day < today) report("date", m.imports_error_over());
    else if (status === "completed" && day > today) report("date", m.imports_error_ahead());
    else if (day > addDays(today, BOOKING_HORIZON_DAYS)) report("date", m.booking_error_date_far());
  } else {
    if (status === "scheduled" || status === "completed") report("date", m.imports_error_no_date());
    else if (time) report("date", m.imports_error_time_alone());
  }
  if (status === "scheduled" && !technician) report("technician", m.imports_error_no_technician());
  if (technician && (status === "requested" || status === "confirmed")) {
    report("technician", m.imports_error_not_scheduled());
  } else if (!time && (technician || status === "scheduled")) report("time", m.imports_error_no_time());
}
