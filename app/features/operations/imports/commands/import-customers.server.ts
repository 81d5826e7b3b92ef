import { randomUUID } from "node:crypto";
import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { CsvReading } from "~/platform/lists/csv-mapping";
import { type CsvRow, readCsv } from "~/platform/lists/csv-rows.server";
import type { ImportRow } from "~/platform/lists/import-outcome";
import { joinFacts } from "~/platform/locale/join-facts";
import { formatPhone } from "~/platform/text/phone";
import { type CustomerRow, customerColumns, customerRow } from "../customer-list";
import { MAX_ROWS, outcomeOf, wrongRow } from "../imported";
import {
  addCustomers,
  addressKey,
  chooseKnown,
  findAddresses,
  findKnown,
  keyOf,
} from "../list-customers.server";

interface Planned {
  /** Id of an existing customer, who stays unchanged. */
  id: string;
  row: CustomerRow;
  change: "new" | "changed" | "same";
  shown: Omit<ImportRow, "change">;
}

/**
 * Imports all rows, or none if one is wrong. Existing customers, matched by phone or else by email, stay
 * unchanged and get new addresses. A dry run only reports.
 */
export const importCustomers = command(
  "customers.manage",
  async function importCustomers(
    ctx,
    { csv, dryRun, ...reading }: CsvReading & { csv: string; dryRun: boolean },
    progress: (done: number, total: number) => void = () => {},
  ) {
    const read = readCsv(csv, customerColumns, customerRow, MAX_ROWS, reading);
    if (!read.ok) return read;
    const known = await findKnown(
      ctx,
      read.rows.map(({ row }) => row),
    );
    const wrong: ImportRow[] = read.wrong.map(wrongRow);
    const planned: Planned[] = [];
    const lines = new Map<string, number>();
    for (const one of read.rows) {
      const { line, row } = one;
      const shown = asRow(one);
      const refused = (problem: string) => wrong.push({ ...shown, change: "wrong", problems: [problem] });
      const key = keyOf(row);
      const before = lines.get(key);
      if (before !== undefined) {
        refused(m.imports_error_twice({ line: before }));
        continue;
      }
      lines.set(key, line);
      const found = known.get(key) ?? [];
      if (row.phone === null && found.length > 1) {
        refused(m.imports_error_several());
        continue;
      }
      planned.push({
        id: chooseKnown(found, row.name)?.id ?? randomUUID(),
        row,
        shown,
        change: found.length > 0 ? "same" : "new",
      });
    }
    const knownAddresses = await findAddresses(
      ctx,
      planned.flatMap(({ id, change }) => (change === "same" ? id : [])),
    );
    for (const one of planned) {
      const { id, change, row } = one;
      const isKnown = !row.place || knownAddresses.has(addressKey({ customerId: id, place: row.place }));
      if (change === "same" && !isKnown) one.change = "changed";
    }
    const outcome = outcomeOf(wrong, planned);
    if (!dryRun) {
      if (wrong.length > 0) return refuse("csv-invalid", { count: wrong.length });
      const { counts } = outcome;
      const added = planned.flatMap(({ id, change, row: { place: _, ...row } }) =>
        change === "new" ? { id, ...row } : [],
      );
      await addCustomers(
        ctx,
        added,
        planned.flatMap(({ id: customerId, change, row: { place } }) =>
          change !== "same" && place ? { customerId, place } : [],
        ),
        (done) => progress(done, counts.new),
      );
      await emit(ctx, "customer.imported", null, { added: counts.new, places: counts.changed });
    }
    return { ok: true, ...outcome, imported: !dryRun } as const;
  },
);

function asRow({ line, row: { name, phone, email, place } }: CsvRow<CustomerRow>): Omit<ImportRow, "change"> {
  const where = place ? joinFacts([place.street, place.area]) : null;
  const detail = [phone && formatPhone(phone), email, where].filter(Boolean).join(" · ");
  return { line, title: name, detail, problems: [] };
}
