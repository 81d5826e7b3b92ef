import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { dubaiDate } from "~/platform/time";
import { type ContractState, entitlementKinds } from "../../core/packages/contract";
import { unusedFils } from "../../core/packages/contract-year";
import { contractSearchText } from "../../core/packages/queries.server";
import { effectiveStateOn } from "../quotes/quote";
import { listRenewalQuotes } from "./renewal-quote.server";
import type { ContractDetail, ContractRow, ContractVisit, Cover, CustomerContract } from "./views";

export interface ContractFilter extends PageParams {
  /** Part of a number, name, phone, email or address. */
  search?: string;
  state?: ContractState;
  customer?: string;
  /** Active and ending within 30 days. */
  ending?: "yes";
}

const REMINDER_DAYS = 30;

const newestFirst = keyset("desc", ["instant", "contracts.requested_at"], ["id", "contracts.id"]);

/** Lists contracts, newest request first. */
export const listContracts = query(
  "contracts.read",
  async function listContracts(ctx, filter: ContractFilter) {
    let wanted = contracts(ctx);
    if (filter.state) wanted = wanted.where("contracts.state", "=", filter.state);
    if (filter.customer) wanted = wanted.where("contracts.customer_id", "=", filter.customer);
    if (filter.ending) {
      wanted = wanted
        .where("contracts.state", "=", "active")
        .where(sql<boolean>`ends_on <= ${dubaiDate(ctx.now)}::date + ${REMINDER_DAYS}::int`);
    }
    if (filter.search) {
      wanted = wanted.where(matchesSearch(contractSearchText, filter.search));
    }
    const { rows, nextCursor } = await readPage(wanted, newestFirst, filter);
    return { contracts: rows.map(rowOf), nextCursor };
  },
);

/** Contract with balances; null if unknown. */
export const findContract = query(
  "contracts.read",
  async function findContract(ctx, id: string): Promise<ContractDetail | null> {
    const row = await contracts(ctx).where("contracts.id", "=", id).executeTakeFirst();
    if (!row) return null;
    const [balances, visits, related, quotes] = await Promise.all([
      listBalances(ctx, [id]),
      listVisits(ctx, [id]),
      ctx.db
        .selectFrom("contracts")
        .select(["id", "reference", "renews_contract_id"])
        .where((eb) => eb.or([eb("renews_contract_id", "=", id), eb("id", "=", row.renews_contract_id)]))
        .execute(),
      listRenewalQuotes(ctx, id),
    ]);
    const linkTo = (one: (typeof related)[number] | undefined) =>
      one && { id: one.id, reference: one.reference };
    const { starts_on: startsOn, ends_on: endsOn } = row;
    return {
      ...rowOf(row),
      customerId: row.customer_id,
      contactName: row.contact_name,
      email: row.contact_email,
      phone: row.contact_phone,
      address: row.address,
      message: row.message,
      paymentPlan: row.payment_plan,
      callOutHours: row.call_out_hours,
      emergencyFee: row.emergency_fee,
      partsDiscount: row.parts_discount,
      partsIncludedFils: row.parts_included_fils,
      activatedAt: row.activated_at?.toISOString() ?? null,
      endedOn: row.ended_on,
      unusedFils:
        startsOn && endsOn && row.agreed_fils && row.activated_at
          ? unusedFils(row.agreed_fils, { startsOn, endsOn }, dubaiDate(ctx.now))
          : (row.agreed_fils ?? 0),
      balances: balances.map(({ contract_id: _, ...balance }) => balance),
      visits: visits.map(visitOf),
      renews: linkTo(related.find((one) => one.id === row.renews_contract_id)) ?? null,
      renewedBy: linkTo(related.find((one) => one.renews_contract_id === id)) ?? null,
      renewalQuotes: quotes.map(({ state, ...quote }) => ({
        ...quote,
        state: effectiveStateOn(dubaiDate(ctx.now), { state, validUntil: quote.validUntil }),
      })),
    };
  },
);

/** Contract covering a booking's property on the day of its visit, or today; null if none. */
export const findContractCover = query(
  "contracts.read",
  async function findContractCover(ctx, bookingId: string): Promise<Cover | null> {
    const row = await ctx.db
      .selectFrom("bookings")
      .innerJoin("contracts", "contracts.property_id", "bookings.property_id")
      .innerJoin("packages", "packages.id", "contracts.package_id")
      .leftJoin("entitlement_uses", (join) =>
        join
          .onRef("entitlement_uses.booking_id", "=", "bookings.id")
          .onRef("entitlement_uses.contract_id", "=", "contracts.id"),
      )
      .select(["contracts.id", "contracts.reference", "packages.name", "entitlement_uses.kind"])
      .select([
        "contracts.call_out_hours",
        "contracts.emergency_fee",
        "contracts.parts_discount",
        "contracts.parts_included_fils",
      ])
      .where("bookings.id", "=", bookingId)
      .where("contracts.state", "in", ["active", "expired"])
      .where(
        sql<boolean>`coalesce((SELECT min((starts_at AT TIME ZONE 'Asia/Dubai')::date) FROM visits
        WHERE visits.booking_id = bookings.id AND visits.live), preferred_date, ${dubaiDate(ctx.now)}::date)
        BETWEEN contracts.starts_on AND contracts.ends_on`,
      )
      .orderBy(sql`entitlement_uses.kind IS NULL`)
      .executeTakeFirst();
    if (!row) return null;
    const balances = await listBalances(ctx, [row.id]);
    return {
      id: row.id,
      reference: row.reference,
      packageName: row.name,
      callOutHours: row.call_out_hours ?? 0,
      emergencyFee: row.emergency_fee ?? true,
      partsDiscount: row.parts_discount ?? 0,
      partsIncludedFils: row.parts_included_fils,
      balances: balances.map(({ contract_id: _, ...balance }) => balance),
      entitlementKind: row.kind,
    };
  },
);

/** Contracts of the signed-in customer, active ones first, with balances and visits. */
export const listMyContracts = query("account.use", async function listMyContracts(ctx): Promise<{
  contracts: CustomerContract[];
}> {
  const rows = await ctx.db
    .selectFrom("contracts")
    .innerJoin("customers", "customers.id", "contracts.customer_id")
    .innerJoin("packages", "packages.id", "contracts.package_id")
    .select(["contracts.id", "contracts.reference", "contracts.state", "packages.name", "contracts.address"])
    .select(["starts_on", "ends_on"])
    .where("customers.user_id", "=", userIdOf(ctx.actor))
    .where("contracts.state", "in", ["active", "requested"])
    .orderBy(sql`contracts.state = 'active' DESC`)
    .orderBy("ends_on")
    .orderBy("contracts.id")
    .limit(50)
    .execute();
  const ids = rows.map(({ id }) => id);
  const [balances, visits] = await Promise.all([listBalances(ctx, ids), listVisits(ctx, ids)]);
  return {
    contracts: rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      state: row.state,
      packageName: row.name,
      address: row.address,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      balances: balances
        .filter(({ contract_id }) => contract_id === row.id)
        .map(({ contract_id: _, ...balance }) => balance),
      visits: visits.filter(({ contract_id }) => contract_id === row.id).map(visitOf),
    })),
  };
});

/** SQL: next planned visit, by time or day. */
const nextVisitOn = sql<string | null>`(
  SELECT min(coalesce((SELECT min((starts_at AT TIME ZONE 'Asia/Dubai')::date) FROM visits
      WHERE visits.booking_id = bookings.id AND visits.state IN ('held', 'scheduled', 'en_route', 'on_site')), preferred_date))::text
  FROM entitlement_uses JOIN bookings ON bookings.id = entitlement_uses.booking_id
  WHERE entitlement_uses.contract_id = contracts.id AND bookings.state IN ('confirmed', 'scheduled', 'en_route', 'on_site', 'on_hold', 'no_access'))`;

function contracts(ctx: Ctx) {
  return ctx.db
    .selectFrom("contracts")
    .innerJoin("packages", "packages.id", "contracts.package_id")
    .innerJoin("package_prices", "package_prices.id", "contracts.price_id")
    .innerJoin("properties", "properties.id", "contracts.property_id")
    .selectAll("contracts")
    .select(["packages.name as package_name", "properties.area", "contracts.price_fils as agreed_fils"])
    .select(["package_prices.price_fils as asked_fils", nextVisitOn.as("next_visit_on")]);
}

type ContractRecord = Awaited<ReturnType<ReturnType<typeof contracts>["execute"]>>[number];

function rowOf(row: ContractRecord): ContractRow {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    version: row.version,
    customerName: row.contact_name,
    area: row.area,
    packageId: row.package_id,
    packageName: row.package_name,
    propertyType: row.property_type,
    priceFils: row.agreed_fils ?? row.asked_fils,
    agreedAt: row.agreed_at?.toISOString() ?? null,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    requestedAt: row.requested_at.toISOString(),
    nextVisitOn: row.state === "active" ? row.next_visit_on : null,
  };
}

async function listBalances(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("entitlement_balances")
    .selectAll()
    .where("contract_id", "=", anyOf(ids))
    .execute();
  return rows.sort((a, b) => entitlementKinds.indexOf(a.kind) - entitlementKinds.indexOf(b.kind));
}

/** Bookings of these contracts by day, without cancelled ones, which returned their entitlement. */
async function listVisits(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("entitlement_uses")
    .innerJoin("bookings", "bookings.id", "entitlement_uses.booking_id")
    .select([
      "contract_id",
      "booking_id",
      "bookings.reference",
      "kind",
      "quantity",
      "bookings.state",
      "preferred_date",
    ])
    .select(
      sql<Date | null>`(SELECT min(starts_at) FROM visits WHERE visits.booking_id = bookings.id
        AND visits.state NOT IN ('cancelled', 'no_access'))`.as("starts_at"),
    )
    .where("contract_id", "=", anyOf(ids))
    .where("bookings.state", "not in", ["cancelled", "declined"])
    .execute();
  const dayOf = (row: (typeof rows)[number]) =>
    row.starts_at ? dubaiDate(row.starts_at) : (row.preferred_date ?? "");
  return rows.sort((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.reference.localeCompare(b.reference));
}

function visitOf(row: Awaited<ReturnType<typeof listVisits>>[number]): ContractVisit {
  return {
    bookingId: row.booking_id,
    reference: row.reference,
    kind: row.kind,
    quantity: row.quantity,
    state: row.state,
    startsAt: row.starts_at?.toISOString() ?? null,
    day: row.preferred_date,
  };
}
