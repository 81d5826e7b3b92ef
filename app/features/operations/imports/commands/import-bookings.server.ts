import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import type { CsvReading } from "~/platform/lists/csv-mapping";
import { type CsvRow, readCsv } from "~/platform/lists/csv-rows.server";
import type { ImportRow } from "~/platform/lists/import-outcome";
import { joinFacts } from "~/platform/locale/join-facts";
import { formatMoney } from "~/platform/money";
import { foldSearchText } from "~/platform/text/search-folding";
import { addMinutes, dubaiDate, dubaiInstant, formatClock, formatDay } from "~/platform/time";
import { visitMinutes } from "../../../core/pricing/work-time";
import { labelForState } from "../../bookings/labels";
import { jobForPrice, type Menu, overriddenMinutes, priceItems } from "../../bookings/lines/booking-lines";
import { loadPriceMenu } from "../../bookings/lines/menu.server";
import {
  type ImportedBooking,
  saveImportedBookings,
} from "../../bookings/request/save-imported-bookings.server";
import { labelForConflicts } from "../../scheduling/labels";
import { lockDay } from "../../scheduling/place-visit.server";
import { loadRoster } from "../../scheduling/roster.server";
import { findPlacementWarnings, toTimeSlot } from "../../scheduling/slots";
import { type BookingRow, bookingColumns, bookingDateColumns, bookingRow, checkTime } from "../booking-list";
import { type ImportedState, isOpen, MAX_ROWS, outcomeOf, wrongRow } from "../imported";
import {
  addCustomers,
  addressKey,
  chooseKnown,
  findAddresses,
  findKnown,
  type KnownCustomer,
  keyOf,
  type NewCustomer,
} from "../list-customers.server";

interface Technician {
  id: string;
  name: string;
  email: string;
  active: boolean;
}

interface Same {
  change: "same";
  line: number;
  shown: Omit<ImportRow, "change">;
}

/** Row with its resolved references. */
interface Planned extends Omit<Same, "change"> {
  change: "new";
  booking: Omit<ImportedBooking, "propertyId"> & { state: ImportedState };
  technician: Technician | null;
  outdoor: boolean;
}

interface Known {
  services: Awaited<ReturnType<typeof listServices>>;
  technicians: readonly Technician[];
  customers: Map<string, KnownCustomer[]>;
  /** References imported from this program before. */
  former: ReadonlySet<string>;
  menu: Menu;
}

/**
 * Imports all rows, or none if one is wrong. Bookings imported before are skipped. A future visit occupies
 * its technician's time. No notifications are sent (docs/domain.md, "Imports"). A dry run only reports.
 */
export const importBookings = command(
  "bookings.manage",
  async function importBookings(
    ctx,
    { csv, source, dryRun, ...reading }: CsvReading & { csv: string; source: string; dryRun: boolean },
    progress: (done: number, total: number) => void = () => {},
  ) {
    const read = readCsv(csv, bookingColumns, bookingRow, MAX_ROWS, {
      ...reading,
      dateColumns: bookingDateColumns,
    });
    if (!read.ok) return read;
    const rows = read.rows.map(({ row }) => row);
    const known: Known = {
      services: await listServices(ctx),
      technicians: await ctx.db.selectFrom("technicians").select(["id", "name", "email", "active"]).execute(),
      customers: await findKnown(ctx, rows),
      former: await findFormer(ctx, source, rows),
      menu: await loadPriceMenu(ctx),
    };
    const wrong: ImportRow[] = read.wrong.map(wrongRow);
    const planned: (Planned | Same)[] = [];
    const added = new Map<string, NewCustomer>();
    const lines = new Map<string, number>();
    for (const one of read.rows) {
      const before = lines.get(one.row.reference);
      const plan =
        before === undefined
          ? planRow(ctx, one, known, added)
          : [m.imports_error_booking_twice({ line: before })];
      lines.set(one.row.reference, before ?? one.line);
      if (Array.isArray(plan)) wrong.push({ ...asRow(one), change: "wrong", problems: plan });
      else planned.push(plan);
    }
    const fresh = planned.filter((one) => one.change === "new");
    if (!dryRun) {
      if (wrong.length > 0) return refuse("csv-invalid", { count: wrong.length });
      for (const day of listOccupiedDays(fresh)) await lockDay(ctx, day);
    }
    const clashes = await findOverlaps(ctx, fresh);
    if (!dryRun) {
      if (clashes.size > 0) return refuse("csv-invalid", { count: clashes.size });
      await keep(ctx, source, fresh, [...added.values()], progress);
    } else await addWarnings(ctx, fresh);
    for (const { line, shown } of planned) {
      const problem = clashes.get(line);
      if (problem) wrong.push({ ...shown, change: "wrong", problems: [problem] });
    }
    const right = planned.filter(({ line }) => !clashes.has(line));
    return { ok: true, ...outcomeOf(wrong, right), imported: !dryRun } as const;
  },
);

/** Includes archived services, which past bookings may have. */
function listServices(ctx: Ctx) {
  return ctx.db
    .selectFrom("services")
    .select(["id", "name", "nameAr", "emergency", "active", "outdoor"])
    .select(["durationMin", "bufferMin"])
    .execute();
}

async function findFormer(ctx: Ctx, source: string, rows: readonly BookingRow[]): Promise<Set<string>> {
  const found = await ctx.db
    .selectFrom("importedBookings")
    .select("reference")
    .where("source", "=", source)
    .where(sql<boolean>`reference = any(${rows.map(({ reference }) => reference)}::text[])`)
    .execute();
  return new Set(found.map(({ reference }) => reference));
}

/** Plans the record of a row, or collects its errors. New customers are added to `added`. */
function planRow(
  ctx: Ctx,
  one: CsvRow<BookingRow>,
  known: Known,
  added: Map<string, NewCustomer>,
): Planned | Same | string[] {
  const { line, row } = one;
  if (known.former.has(row.reference)) return { change: "same", line, shown: asRow(one) };
  const problems: string[] = [];
  const report = (column: (typeof bookingColumns)[number], problem: string) =>
    problems.push(m.csv_problem({ column, problem }));

  checkTime(row, dubaiDate(ctx.now), report);
  const open = isOpen(row.status);
  const service = known.services.find((service) =>
    isCalled(row.service, service.id, service.name, service.nameAr ?? ""),
  );
  if (!service) report("service", m.imports_error_service());
  else if (service.emergency) report("service", m.imports_error_emergency());
  else if (open && !service.active) report("service", m.imports_error_archived());

  const named = row.technician
    ? known.technicians.filter(({ name, email }) => isCalled(row.technician, name, email))
    : [];
  const [technician = null] = named;
  if (row.technician && !technician) report("technician", m.imports_error_technician());
  else if (named.length > 1) report("technician", m.imports_error_technicians());
  else if (technician && open && !technician.active) report("technician", m.imports_error_technician_left());

  const found = known.customers.get(keyOf(row)) ?? [];
  const customer = chooseKnown(found, row.name) ?? added.get(keyOf(row)) ?? null;
  if (row.phone === null && found.length > 1) report("email", m.imports_error_several());
  const phone = row.phone ?? customer?.phone;
  if (!phone) report("phone", m.imports_error_phone());
  const name = row.name ?? customer?.name;
  if (!name) report("name", m.booking_error_name_required());
  if (problems.length > 0 || !service || !phone || !name) return problems;

  const email = row.email ?? customer?.email ?? null;
  const customerId = customer?.id ?? randomUUID();
  if (!customer) added.set(keyOf(row), { id: customerId, name, phone, email });
  const { day, time } = row;
  const price =
    open && row.estimateFils === null ? priceItems(known.menu, { service, items: [], day, time }) : null;
  const job = price ? jobForPrice(service, price) : service;
  const durationMin = row.minutes ?? job.durationMin;
  const startsAt = day && time ? dubaiInstant(day, time) : null;
  const state = visitStates[row.status];
  return {
    line,
    technician,
    outdoor: service.outdoor,
    shown: asRow(one),
    change: "new",
    booking: {
      id: randomUUID(),
      sourceReference: row.reference,
      state: row.status,
      serviceId: service.id,
      customerId,
      userId: customer && "userId" in customer ? customer.userId : null,
      ...{ name, email, phone, day, time, price },
      address: row.place,
      message: row.message,
      estimateFils: price ? price.totalFils : row.estimateFils,
      durationMin: overriddenMinutes(durationMin, service.durationMin),
      bufferMin: overriddenMinutes(job.bufferMin, service.bufferMin),
      requestedAt: earlier(startsAt ?? (day ? dubaiInstant(day, "00:00") : ctx.now), ctx.now),
      visit:
        startsAt && state
          ? {
              id: randomUUID(),
              state,
              technicianId: technician?.id ?? null,
              startsAt,
              endsAt: addMinutes(startsAt, visitMinutes(durationMin)),
              // A finished visit needs no travel buffer.
              bufferMin: open ? job.bufferMin : 0,
            }
          : null,
    },
  };
}

/** Visit state by booking state. A time without a technician is held until one is assigned. */
const visitStates = {
  requested: null,
  confirmed: "held",
  scheduled: "scheduled",
  completed: "work_done",
  cancelled: "cancelled",
} as const satisfies Record<ImportedState, string | null>;

function isCalled(written: string, ...names: readonly string[]): boolean {
  return names.some((name) => foldSearchText(name) === foldSearchText(written));
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

/** Rows that occupy a technician's time. Cancelled bookings do not. */
function occupied(planned: readonly Planned[]) {
  return planned.flatMap(({ line, technician, booking: { visit, state } }) =>
    visit && technician && visit.state !== "cancelled"
      ? [
          {
            ...{ line, technician, state },
            start: visit.startsAt,
            end: new Date(visit.endsAt.getTime() + visit.bufferMin * 60_000),
          },
        ]
      : [],
  );
}

/** Days with planned visits, sorted in lock order. */
function listOccupiedDays(planned: readonly Planned[]): string[] {
  const days = occupied(planned).flatMap(({ state, start }) => (isOpen(state) ? dubaiDate(start) : []));
  return [...new Set(days)].sort();
}

/** Overlaps with visits of the list or the calendar: error text by line. */
async function findOverlaps(ctx: Ctx, planned: readonly Planned[]): Promise<Map<number, string>> {
  const visits = occupied(planned);
  const problem = (text: string) => m.csv_problem({ column: "time", problem: text });
  const { rows } = await sql<{ line: number; reference: string }>`
    SELECT wanted.line, bookings.reference
    FROM unnest(${visits.map(({ line }) => line)}::integer[], ${visits.map(({ technician }) => technician.id)}::uuid[],
      ${visits.map(({ start }) => start.toISOString())}::timestamptz[], ${visits.map(({ end }) => end.toISOString())}::timestamptz[])
      AS wanted (line, technician_id, starts, ends)
    JOIN visits ON visits.technician_id = wanted.technician_id AND live AND during && tstzrange(starts, ends, '[)')
    JOIN bookings ON bookings.id = booking_id`.execute(ctx.db);
  const clashes = new Map(
    rows.map(({ line, reference }) => [line, problem(m.imports_error_busy({ reference }))]),
  );
  for (const own of Map.groupBy(visits, ({ technician }) => technician.id).values()) {
    let last: (typeof visits)[number] | null = null;
    for (const visit of own.toSorted((a, b) => a.start.getTime() - b.start.getTime() || a.line - b.line)) {
      if (last && visit.start < last.end && !clashes.has(visit.line)) {
        clashes.set(visit.line, problem(m.imports_error_busy_line({ line: last.line })));
      }
      if (!last || visit.end > last.end) last = visit;
    }
  }
  return clashes;
}

/** Adds warnings such as a time outside the shift, which do not refuse the row. */
async function addWarnings(ctx: Ctx, planned: readonly Planned[]): Promise<void> {
  const scheduled = planned.filter(({ booking }) => booking.state === "scheduled");
  for (const [serviceId, own] of Map.groupBy(scheduled, ({ booking }) => booking.serviceId)) {
    const days = own.map(({ booking }) => booking.day!).sort();
    const roster = await loadRoster(ctx, {
      skills: [serviceId],
      from: days[0]!,
      to: days.at(-1)!,
      includeUnavailable: true,
    });
    for (const { technician, booking, shown, outdoor } of own) {
      const technicianShift = roster.technicians.find(({ id }) => id === technician?.id);
      const { visit, day, time, address } = booking;
      if (!technicianShift || !visit) continue;
      const durationMin = (visit.endsAt.getTime() - visit.startsAt.getTime()) / 60_000;
      const at = toTimeSlot({ durationMin, bufferMin: visit.bufferMin, outdoor }, day!, time!);
      const warnings = findPlacementWarnings(technicianShift, roster, at, {
        area: address.area,
        now: ctx.now,
        emergency: false,
      });
      const shownWarnings = warnings.filter((one) => one !== "busy");
      if (shownWarnings.length > 0)
        shown.detail = m.imports_note({ row: shown.detail, warnings: labelForConflicts(shownWarnings) });
    }
  }
}

async function keep(
  ctx: Ctx,
  source: string,
  planned: readonly Planned[],
  added: readonly NewCustomer[],
  progress: (done: number, total: number) => void,
): Promise<void> {
  const bookings = planned.map(({ booking }) => booking);
  const total = added.length + bookings.length;
  const addresses = bookings.map(({ customerId, address }) => ({ customerId, place: address }));
  await addCustomers(ctx, added, addresses, (done) => progress(done, total));
  const propertyIds = await findAddresses(
    ctx,
    bookings.map(({ customerId }) => customerId),
  );
  await saveImportedBookings(
    ctx,
    source,
    bookings.map((booking, index) => ({
      ...booking,
      propertyId: propertyIds.get(addressKey(addresses[index]!))!,
    })),
    (done) => progress(added.length + done, total),
  );
}

function asRow({ line, row }: CsvRow<BookingRow>): Omit<ImportRow, "change"> {
  const when = row.day && joinFacts([formatDay(row.day), row.time && formatClock(row.time)]);
  const price = row.estimateFils === null ? null : formatMoney(row.estimateFils);
  const detail = [labelForState(row.status), row.service, when, row.technician, row.place.area, price];
  return {
    line,
    title: [row.reference, row.name ?? keyOf(row)].join(" · "),
    detail: detail.filter(Boolean).join(" · "),
    problems: [],
  };
}
