import { type RawBuilder, sql } from "kysely";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import {
  isOneOf,
  isOnPage,
  type LookUp,
  matchesSearch,
  ownNameSounds,
  type SoundCondition,
} from "~/platform/lists/search.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { bidiIsolate, localeOrDefault } from "~/platform/locale/locale";
import { dubaiDate } from "~/platform/time";
import { customersBySound } from "../../core/customers/search.server";
import { LINK_PLACE } from "../../core/documents/shared-link";
import { placeInReaderLanguage } from "../../core/geography/community-names";
import { type ContractState, entitlementKinds } from "../../core/packages/contract";
import { unusedFils } from "../../core/packages/contract-year";
import { type Instalment, unusedOfInstalments } from "../../core/packages/instalments";
import { awaitingStates, effectiveStateOn } from "../quotes/quote";
import { listInstalments } from "./instalments.server";
import { type ContractAddress, openContract } from "./link/contract-link.server";
import { loadLinkedContract } from "./link/linked-contract.server";
import { listRenewalQuotes } from "./renewal-quote.server";
import type {
  ContractDetail,
  ContractRow,
  ContractVisit,
  Cover,
  CustomerContract,
  OpenedContract,
} from "./views";

export interface ContractFilter extends PageParams {
  /** Part of a number, name, phone, email or address. */
  search?: string;
  state?: ContractState;
  customer?: string;
  /** Active and ending within 30 days. */
  ending?: "yes";
}

const REMINDER_DAYS = 30;

const endsSoon = (ctx: Ctx) =>
  sql<boolean>`contracts.ends_on <= ${dubaiDate(ctx.now)}::date + ${REMINDER_DAYS}::int`;

const newestFirst = keyset("desc", ["instant", "contracts.requestedAt"], ["id", "contracts.id"]);

const contactSounds = (lookUp: LookUp) =>
  ownNameSounds({ table: "contracts", at: "requestedAt", text: sql`named.contact_name` }, lookUp);

const bySound =
  (lookUp: LookUp): SoundCondition =>
  (names) =>
    sql`${isOneOf("contracts.customerId", customersBySound(names), lookUp)} OR ${contactSounds(lookUp)(names)}`;

/** Lists contracts, newest request first. */
export const listContracts = query(
  "contracts.read",
  async function listContracts(ctx, filter: ContractFilter) {
    const filters: RawBuilder<boolean>[] = [];
    if (filter.state) filters.push(sql`contracts.state = ${filter.state}`);
    if (filter.customer) filters.push(sql`contracts.customer_id = ${filter.customer}`);
    if (filter.ending) filters.push(sql`contracts.state = 'active'`, endsSoon(ctx));
    if (filter.search) {
      const { search } = filter;
      const page = { table: "contracts", filters: [...filters], order: newestFirst, params: filter };
      const matching = (lookUp: LookUp) =>
        matchesSearch("contracts", search, { bySound: bySound(lookUp), lookUp });
      filters.push(await isOnPage(ctx.db, page, matching));
    }
    const filtered = filters.reduce((rows, condition) => rows.where(condition), contracts(ctx));
    const { rows, nextCursor } = await readPage(filtered, newestFirst, filter);
    return { contracts: rows.map(rowOf), nextCursor };
  },
);

/** Contract with balances; null if unknown. */
export const findContract = query(
  "contracts.read",
  async function findContract(ctx, id: string): Promise<ContractDetail | null> {
    const row = await contracts(ctx).where("contracts.id", "=", id).executeTakeFirst();
    if (!row) return null;
    const [balances, visits, related, quotes, instalments, acceptances] = await Promise.all([
      listBalances(ctx, [id]),
      listVisits(ctx, [id]),
      ctx.db
        .selectFrom("contracts")
        .select(["id", "reference", "renewsContractId"])
        .where((eb) => eb.or([eb("renewsContractId", "=", id), eb("id", "=", row.renewsContractId)]))
        .execute(),
      listRenewalQuotes(ctx, id),
      listInstalments(ctx, id),
      listAcceptances(ctx, [id]),
    ]);
    const linkTo = (one: (typeof related)[number] | undefined) =>
      one && { id: one.id, reference: one.reference };
    return {
      ...rowOf(row),
      customerId: row.customerId,
      contactName: row.contactName,
      email: row.contactEmail,
      phone: row.contactPhone,
      language: row.language,
      ...textsToCustomer(row, acceptances.has(id)),
      address: placeInReaderLanguage(row.address),
      message: row.message,
      paymentPlan: row.paymentPlan,
      instalments,
      callOutHours: row.callOutHours,
      emergencyFee: row.emergencyFee,
      partsDiscount: row.partsDiscount,
      partsIncludedFils: row.partsIncludedFils,
      agreementVersion: row.agreementVersion,
      acceptance: acceptances.get(id) ?? null,
      activatedAt: row.activatedAt?.toISOString() ?? null,
      endedOn: row.endedOn,
      unusedFils: unusedToday(row, instalments, dubaiDate(ctx.now)),
      balances: balances.map(({ contractId: _, ...balance }) => balance),
      visits: visits.map(visitOf),
      renews: linkTo(related.find((one) => one.id === row.renewsContractId)) ?? null,
      renewedBy: linkTo(related.find((one) => one.renewsContractId === id)) ?? null,
      renewalQuotes: quotes.map(({ state, ...quote }) => ({
        ...quote,
        state: effectiveStateOn(dubaiDate(ctx.now), { state, validUntil: quote.validUntil }),
      })),
    };
  },
);

/** Credit if the contract ended today. A contract that never started is credited in full. */
function unusedToday(
  { startsOn, endsOn, agreedFils, activatedAt }: ContractRecord,
  instalments: readonly Instalment[],
  today: string,
): number {
  if (instalments.length > 0) return activatedAt ? unusedOfInstalments(instalments, today) : 0;
  return startsOn && endsOn && agreedFils && activatedAt
    ? unusedFils(agreedFils, { startsOn, endsOn }, today)
    : (agreedFils ?? 0);
}

/** Contract covering a booking's property on the day of its visit, or today; null if none. */
export const findContractCover = query(
  "contracts.read",
  async function findContractCover(ctx, bookingId: string): Promise<Cover | null> {
    const row = await ctx.db
      .selectFrom("bookings")
      .innerJoin("contracts", "contracts.propertyId", "bookings.propertyId")
      .innerJoin("packages", "packages.id", "contracts.packageId")
      .leftJoin("entitlementUses", (join) =>
        join
          .onRef("entitlementUses.bookingId", "=", "bookings.id")
          .onRef("entitlementUses.contractId", "=", "contracts.id"),
      )
      .select([
        "contracts.id",
        "contracts.reference",
        textInReaderLanguage("packages.name").as("name"),
        "entitlementUses.kind",
      ])
      .select([
        "contracts.callOutHours",
        "contracts.emergencyFee",
        "contracts.partsDiscount",
        "contracts.partsIncludedFils",
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
      callOutHours: row.callOutHours ?? 0,
      emergencyFee: row.emergencyFee ?? true,
      partsDiscount: row.partsDiscount ?? 0,
      partsIncludedFils: row.partsIncludedFils,
      balances: balances.map(({ contractId: _, ...balance }) => balance),
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
    .innerJoin("customers", "customers.id", "contracts.customerId")
    .innerJoin("packages", "packages.id", "contracts.packageId")
    .select([
      "contracts.id",
      "contracts.reference",
      "contracts.state",
      textInReaderLanguage("packages.name").as("name"),
      "contracts.address",
    ])
    .select(["startsOn", "endsOn", "agreedAt", "agreementVersion"])
    .select(["contracts.packageId", "contracts.propertyType"])
    .select((eb) => [
      eb
        .and([
          eb("contracts.state", "=", "active"),
          endsSoon(ctx),
          eb.not(
            eb.exists(
              eb
                .selectFrom("contracts as next")
                .select("next.id")
                .whereRef("next.renewsContractId", "=", "contracts.id")
                .where("next.state", "<>", "cancelled"),
            ),
          ),
        ])
        .as("canRenew"),
      eb
        .selectFrom("quotes")
        .select("quotes.reference")
        .whereRef("quotes.renewsContractId", "=", "contracts.id")
        .where("quotes.state", "in", awaitingStates)
        .where((eb) =>
          eb.or([eb("quotes.validUntil", "is", null), eb("quotes.validUntil", ">=", dubaiDate(ctx.now))]),
        )
        .orderBy("quotes.createdAt", "desc")
        .limit(1)
        .as("renewalQuote"),
    ])
    .where("customers.userId", "=", userIdOf(ctx.actor))
    .where("contracts.state", "in", ["active", "requested"])
    .orderBy(sql`contracts.state = 'active' DESC`)
    .orderBy("endsOn")
    .orderBy("contracts.id")
    .limit(50)
    .execute();
  const ids = rows.map(({ id }) => id);
  const [balances, visits, acceptances] = await Promise.all([
    listBalances(ctx, ids),
    listVisits(ctx, ids),
    listAcceptances(ctx, ids),
  ]);
  return {
    contracts: rows.map((row) => ({
      id: row.id,
      reference: row.reference,
      state: row.state,
      packageName: row.name,
      address: placeInReaderLanguage(row.address),
      agreed: row.agreedAt !== null,
      agreementVersion: row.agreementVersion,
      acceptance: acceptances.get(row.id) ?? null,
      startsOn: row.startsOn,
      endsOn: row.endsOn,
      renewal: row.canRenew
        ? { packageId: row.packageId, propertyType: row.propertyType, quoteReference: row.renewalQuote }
        : null,
      balances: balances
        .filter(({ contractId }) => contractId === row.id)
        .map(({ contractId: _, ...balance }) => balance),
      visits: visits.filter(({ contractId }) => contractId === row.id).map(visitOf),
    })),
  };
});

export const findOpenedContract = query(
  "website.open-link",
  async function findOpenedContract(
    ctx,
    config: Pick<Config, "secret">,
    address: ContractAddress,
  ): Promise<OpenedContract | null> {
    const opened = await openContract(ctx, config, address);
    if (!opened) return null;
    return opened.ctx
      ? { contract: await loadLinkedContract(opened.ctx, opened.id), linkExpired: false }
      : { contract: null, linkExpired: true };
  },
);

/** SQL: next planned visit, by time or day. */
const nextVisitOn = sql<string | null>`(
  SELECT min(coalesce((SELECT min((starts_at AT TIME ZONE 'Asia/Dubai')::date) FROM visits
      WHERE visits.booking_id = bookings.id AND visits.state IN ('held', 'scheduled', 'en_route', 'on_site')), preferred_date))::text
  FROM entitlement_uses JOIN bookings ON bookings.id = entitlement_uses.booking_id
  WHERE entitlement_uses.contract_id = contracts.id AND bookings.state IN ('confirmed', 'scheduled', 'en_route', 'on_site', 'on_hold', 'no_access'))`;

function contracts(ctx: Ctx) {
  return ctx.db
    .selectFrom("contracts")
    .innerJoin("packages", "packages.id", "contracts.packageId")
    .innerJoin("packagePrices", "packagePrices.id", "contracts.priceId")
    .innerJoin("properties", "properties.id", "contracts.propertyId")
    .selectAll("contracts")
    .select([
      textInReaderLanguage("packages.name").as("packageName"),
      "properties.area",
      "contracts.priceFils as agreedFils",
    ])
    .select(["packagePrices.priceFils as askedFils", nextVisitOn.as("nextVisitOn")]);
}

type ContractRecord = Awaited<ReturnType<ReturnType<typeof contracts>["execute"]>>[number];

/** Texts that the office sends to the customer, in the customer's language. */
function textsToCustomer(
  { language, state, contactName, reference }: ContractRecord,
  isAccepted: boolean,
): Pick<ContractDetail, "greeting" | "linkText"> {
  const options = { locale: localeOrDefault(language) };
  const linkText =
    state === "requested" && !isAccepted ? m.contract_link_whatsapp : m.contract_link_whatsapp_accepted;
  return {
    greeting: m.inbox_hello({ name: bidiIsolate(contactName) }, options),
    linkText: linkText({ name: bidiIsolate(contactName), reference, url: LINK_PLACE }, options),
  };
}

function rowOf(row: ContractRecord): ContractRow {
  return {
    id: row.id,
    reference: row.reference,
    state: row.state,
    version: row.version,
    customerName: row.contactName,
    area: placeInReaderLanguage(row.area),
    packageId: row.packageId,
    packageName: row.packageName,
    propertyType: row.propertyType,
    priceFils: row.agreedFils ?? row.askedFils,
    agreedAt: row.agreedAt?.toISOString() ?? null,
    startsOn: row.startsOn,
    endsOn: row.endsOn,
    requestedAt: row.requestedAt.toISOString(),
    nextVisitOn: row.state === "active" ? row.nextVisitOn : null,
  };
}

async function listBalances(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("entitlementBalances")
    .selectAll()
    .where("contractId", "=", anyOf(ids))
    .execute();
  return rows.sort((a, b) => entitlementKinds.indexOf(a.kind) - entitlementKinds.indexOf(b.kind));
}

/** Acceptances of the terms that are agreed now, by contract. */
async function listAcceptances(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("contractAcceptances")
    .innerJoin("contracts", (join) =>
      join
        .onRef("contracts.id", "=", "contractId")
        .onRef("contracts.agreementVersion", "=", "contractAcceptances.agreementVersion"),
    )
    .select(["contractId", "name", "at", "method"])
    .where("contractId", "=", anyOf(ids))
    .execute();
  return new Map(
    rows.map(({ contractId, name, at, method }) => [contractId, { name, at: at.toISOString(), method }]),
  );
}

/** Bookings of these contracts by day, without cancelled ones, which returned their entitlement. */
async function listVisits(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom("entitlementUses")
    .innerJoin("bookings", "bookings.id", "entitlementUses.bookingId")
    .select([
      "contractId",
      "bookingId",
      "bookings.reference",
      "kind",
      "quantity",
      "bookings.state",
      "preferredDate",
    ])
    .select(
      sql<Date | null>`(SELECT min(starts_at) FROM visits WHERE visits.booking_id = bookings.id
        AND visits.live)`.as("startsAt"),
    )
    .where("contractId", "=", anyOf(ids))
    .where("bookings.state", "not in", ["cancelled", "declined"])
    .execute();
  const dayOf = (row: (typeof rows)[number]) =>
    row.startsAt ? dubaiDate(row.startsAt) : (row.preferredDate ?? "");
  return rows.sort((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.reference.localeCompare(b.reference));
}

function visitOf(row: Awaited<ReturnType<typeof listVisits>>[number]): ContractVisit {
  return {
    bookingId: row.bookingId,
    reference: row.reference,
    kind: row.kind,
    quantity: row.quantity,
    state: row.state,
    startsAt: row.startsAt?.toISOString() ?? null,
    day: row.preferredDate,
  };
}
