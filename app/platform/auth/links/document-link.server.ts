import type { Config } from "../../config.server";
import type { Ctx } from "../../context";
import { localPath } from "../../locale/locale";
import { addDays, dubaiDate, dubaiInstant } from "../../time";
import { type LinkedDocument, userIdOf } from "../actor";
import { expiringSignedKey, signedKeyExpiry } from "./signed-key.server";

/*
 * Links that open a quote, invoice or receipt without an account: `/quotes/QT-2026-000123?key=…`. A key opens
 * one document and contains its signed expiry, so that nothing is stored.
 */

/** Receipts are files without a page. */
const pages = { quote: "/quotes", invoice: "/invoices", receipt: "/api/receipts" } as const satisfies Record<
  LinkedDocument["kind"],
  string
>;

/** Absolute link in the current locale, valid until `until`. */
export function documentUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  document: LinkedDocument & { reference: string },
  until: Date,
): string {
  return config.publicUrl + documentPath(config, document, until);
}

/** The same as a path. */
export function documentPath(
  { secret }: Pick<Config, "secret">,
  document: LinkedDocument & { reference: string },
  until: Date,
): string {
  const path = localPath(`${pages[document.kind]}/${document.reference}`);
  return `${path}?key=${documentKey(secret, document, until)}`;
}

/** Minimum validity of a new link, also for old documents. */
const MIN_LINK_DAYS = 30;

/** Expiry of a link: `daysAfter` days after a Dubai date, at least MIN_LINK_DAYS from now. */
export function linkExpiry(now: Date, day: string, daysAfter: number): Date {
  const today = dubaiDate(now);
  const [last] = [addDays(day, daysAfter), addDays(today, MIN_LINK_DAYS)].sort().reverse();
  return dubaiInstant(last!, "23:59");
}

/** Expires to the second. */
export function documentKey(secret: string, { kind, id }: LinkedDocument, until: Date): string {
  return expiringSignedKey(secret, kind, id, until);
}

/** "wrong" for keys of other documents and forged ones. */
export function readDocumentKey(
  secret: string,
  { kind, id }: LinkedDocument,
  key: string,
  now: Date,
): "valid" | "ended" | "wrong" {
  const end = signedKeyExpiry(secret, kind, id, key);
  if (!end) return "wrong";
  return end > now ? "valid" : "ended";
}

export interface OwnedDocument extends LinkedDocument {
  /** Null for customers without an account. */
  userId: string | null;
}

export type OpenedDocument =
  | { as: "customer"; ctx: Ctx }
  /** A valid key that has expired. */
  | { as: "ended" }
  /** Without a key or ownership the caller must not learn that the document exists. */
  | { as: "stranger" };

/**
 * Context that acts as the document's customer: by the given key (also for staff), by the owner's account, or
 * by a key from the browser's cookie.
 */
export function openDocument(
  ctx: Ctx,
  { secret }: Pick<Config, "secret">,
  { kind, id, userId, reference }: OwnedDocument & { reference: string },
  key: string,
): OpenedDocument {
  const { actor } = ctx;
  const document = { kind, id };
  const read = (key: string | undefined) => (key ? readDocumentKey(secret, document, key, ctx.now) : "wrong");
  const asHolder = { as: "customer", ctx: { ...ctx, actor: { role: "link-holder", document } } } as const;
  const given = read(key);
  if (given === "valid") return asHolder;
  if ("userId" in actor && actor.userId === userId) {
    return { as: "customer", ctx: { ...ctx, actor: { ...actor, role: "customer" } } };
  }
  const kept = read(ctx.linkKeys?.get(reference));
  if (kept === "valid") return asHolder;
  return { as: given === "ended" || kept === "ended" ? "ended" : "stranger" };
}

/** Commands call this again. */
export function isCustomerOf({ actor }: Ctx, { kind, id, userId }: OwnedDocument): boolean {
  if ("document" in actor) return actor.document.kind === kind && actor.document.id === id;
  return actor.role === "customer" && userId !== null && userIdOf(actor) === userId;
}
