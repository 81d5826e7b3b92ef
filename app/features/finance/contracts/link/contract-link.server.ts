import { command, query } from "~/platform/auth/command.server";
import { documentPath, linkExpiry, openDocument } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { refuse } from "~/platform/http/refusal";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { refuseUndeliverable } from "~/platform/mail/undeliverable.server";
import { isAgreed, lockContract } from "../lock-contract.server";

/** Validity of the link after the last day of the contract, in days. */
const LINK_DAYS_AFTER_END = 30;

/** Limit of link emails per contract, shared by all callers. */
const LINK_LIMIT = { max: 3, seconds: 3600 };

interface LinkedContract {
  id: string;
  reference: string;
  endsOn: string;
  linkVersion: number;
}

/** Absolute link to the contract document in the current language. */
export function contractUrl(
  { now }: Ctx,
  config: Pick<Config, "publicUrl" | "secret">,
  { id, reference, endsOn, linkVersion }: LinkedContract,
): string {
  const until = linkExpiry(now, endsOn, LINK_DAYS_AFTER_END);
  return config.publicUrl + documentPath(config, { kind: "contract", id, reference, linkVersion }, until);
}

/** Link for the office to share, in the customer's language. Null before the terms are agreed. */
export async function findContractUrl(
  ctx: Ctx,
  config: Pick<Config, "publicUrl" | "secret">,
  id: string,
): Promise<string | null> {
  const contract = await ctx.db
    .selectFrom("contracts")
    .select(["id", "reference", "endsOn", "language", "linkVersion"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!contract?.endsOn) return null;
  const { endsOn } = contract;
  return inLocale(localeOrDefault(contract.language), () =>
    contractUrl(ctx, config, { ...contract, endsOn }),
  );
}

export interface ContractAddress {
  reference: string;
  /** Empty for signed-in customers and after the key was moved to a cookie. */
  key: string;
}

/** Opens an agreed contract by its link or as its signed-in customer. `ctx`: null if the link has expired. */
export const openContract = query(
  "website.open-link",
  async function openContract(
    ctx,
    config: Pick<Config, "secret">,
    { reference, key }: ContractAddress,
  ): Promise<{ id: string; ctx: Ctx | null } | null> {
    const row = await ctx.db
      .selectFrom("contracts")
      .innerJoin("customers", "customers.id", "contracts.customerId")
      .select(["contracts.id", "linkVersion", "customers.userId"])
      .where("reference", "=", reference)
      .where("agreedAt", "is not", null)
      .executeTakeFirst();
    if (!row) return null;
    const opened = openDocument(ctx, config, { kind: "contract", ...row, reference }, key);
    if (opened.as === "stranger") return null;
    return { id: row.id, ctx: opened.as === "customer" ? opened.ctx : null };
  },
);

/**
 * Emails the link again, only to the address on file. Succeeds for unknown contracts too, to avoid disclosing which
 * exist.
 */
export const requestContractLink = command(
  "website.use",
  async function requestContractLink(ctx, reference: string) {
    const contract = await ctx.db
      .selectFrom("contracts")
      .select("id")
      .where("reference", "=", reference)
      .where("agreedAt", "is not", null)
      .executeTakeFirst();
    if (!contract) return { ok: true };
    const attempt = await takeAttempt(ctx, { key: `contract-link:${contract.id}`, ...LINK_LIMIT });
    if (attempt.ok) await emit(ctx, "contract.link-requested", contract.id, { channel: "email" });
    return { ok: true };
  },
);

/** Emails the contract document to its customer, or records that the office shares its link. */
export const sendContract = command(
  "contracts.manage",
  async function sendContract(ctx, id: string, channel: "email" | "link") {
    const contract = await lockContract(ctx, id);
    if (!contract) return refuse("not-found");
    if (!isAgreed(contract)) return refuse("not-agreed");
    if (contract.state === "cancelled") return refuse("wrong-state");
    if (channel === "email") {
      const reachable = await refuseUndeliverable(ctx, contract.contactEmail);
      if (!reachable.ok) return reachable;
    }
    await emit(ctx, "contract.link-requested", id, { channel });
    return { ok: true };
  },
);

/** The old link answers as an unknown one from then on, also in emails that were sent. */
export const replaceContractLink = command(
  "contracts.manage",
  async function replaceContractLink(ctx, id: string) {
    const contract = await lockContract(ctx, id);
    if (!contract) return refuse("not-found");
    if (!isAgreed(contract)) return refuse("not-agreed");
    await ctx.db
      .updateTable("contracts")
      .set({ linkVersion: contract.linkVersion + 1 })
      .where("id", "=", id)
      .execute();
    await emit(ctx, "contract.link-replaced", id, {});
    return { ok: true };
  },
);
