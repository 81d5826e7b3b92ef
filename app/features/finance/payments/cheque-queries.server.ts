import { type RawBuilder, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { dubaiDate } from "~/platform/time";
import { matchesOwnTextOrCustomer } from "../../core/customers/search.server";
import { chequeOf, cheques } from "./cheque-rows.server";
import { type ChequeState, chequeTransitions, isChequeHeld } from "./payment";
import type { ChequeDetail, InstalmentRow } from "./views";

export interface ChequeFilter extends PageParams {
  search?: string;
  state?: ChequeState;
  /** In hand and ready to deposit. */
  due?: "yes";
}

const byDate = keyset("asc", ["day", "cheques.dated"], ["id", "cheques.id"]);

/** Lists cheques by deposit day, with the number due today. */
export const listCheques = query("invoices.read", async function listCheques(ctx, filter: ChequeFilter) {
  const today = dubaiDate(ctx.now);
  const filters: RawBuilder<boolean>[] = [];
  if (filter.state) filters.push(sql`cheques.state = ${filter.state}`);
  if (filter.due) filters.push(sql`(cheques.state = 'received' AND cheques.dated <= ${today})`);
  if (filter.search) {
    const page = { table: "cheques", filters: [...filters], order: byDate, params: filter } as const;
    filters.push(await matchesOwnTextOrCustomer(ctx, filter.search, page));
  }
  const filtered = filters.reduce((rows, condition) => rows.where(condition), cheques(ctx));
  const { rows, nextCursor } = await readPage(filtered, byDate, filter);
  const due = await ctx.db
    .selectFrom("cheques")
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"),
    ])
    .where("state", "=", "received")
    .where("dated", "<=", today)
    .executeTakeFirstOrThrow();
  return { cheques: rows.map((row) => chequeOf(row, today)), due, nextCursor };
});

export const findCheque = query(
  "invoices.read",
  async function findCheque(ctx, id: string): Promise<ChequeDetail | null> {
    const row = await cheques(ctx).where("cheques.id", "=", id).executeTakeFirst();
    if (!row) return null;
    const movements = await ctx.db
      .selectFrom("chequeMovements")
      .select(["transition", "day"])
      .where("chequeId", "=", id)
      .orderBy("number")
      .execute();
    return {
      ...chequeOf(row, dubaiDate(ctx.now)),
      dates: [
        { state: "received", day: dubaiDate(row.receivedAt) },
        ...movements.map(({ transition, day }) => ({ state: chequeTransitions[transition].to, day })),
      ],
    };
  },
);

/** Instalments of a contract with their invoices in effect and their cheques. */
export const listContractInstalments = query(
  "invoices.read",
  async function listContractInstalments(ctx, contractId: string): Promise<InstalmentRow[]> {
    const rows = await ctx.db
      .selectFrom("contractInstalments as part")
      .leftJoin("invoices", (join) =>
        join
          .onRef("invoices.contractId", "=", "part.contractId")
          .onRef("invoices.instalment", "=", "part.number")
          .on("issuedAt", "is not", null)
          .on("uncreditedFils", ">", 0),
      )
      .select(["part.number", "part.dueDate", "part.startsOn", "part.endsOn", "part.amountFils"])
      .select(["invoices.id", "invoices.reference", "openFils"])
      .where("part.contractId", "=", contractId)
      .orderBy("part.number")
      .execute();
    const ids = rows.flatMap(({ id }) => id ?? []);
    const cheques = await ctx.db
      .selectFrom("cheques")
      .select(["id", "number", "dated", "amountFils", "state", "invoiceId", "instalment"])
      .where("state", "<>", "returned")
      .where((eb) => eb.or([eb("invoiceId", "=", anyOf(ids)), eb("contractId", "=", contractId)]))
      .orderBy("dated")
      .orderBy("id")
      .execute();
    return rows.map(({ id, reference, openFils, amountFils, ...instalment }) => {
      const own = cheques.filter((cheque) =>
        id ? cheque.invoiceId === id : cheque.instalment === instalment.number,
      );
      const heldFils = own.filter(isChequeHeld).reduce((sum, cheque) => sum + cheque.amountFils, 0);
      return {
        ...instalment,
        fils: amountFils,
        invoice: id && reference ? { id, reference, openFils: openFils! } : null,
        cheques: own.map(({ id, number, dated, amountFils, state }) => ({
          ...{ id, number, dated, fils: amountFils, state },
        })),
        uncoveredFils: Math.max((openFils ?? amountFils) - heldFils, 0),
      };
    });
  },
);
