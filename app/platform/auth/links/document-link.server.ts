import type { Config } from "../../config.server";
import type { Ctx } from "../../context";
import { localPath } from "../../locale/locale";
import { addDays, dubaiDate, dubaiInstant } from "../../time";
import { type LinkedDocument, userIdOf } from "../actor";
import { expiringSignedKey, signedKeyExpiry } from "./signed-key.server";

/*
 * Document links without an account: `/quotes/QT-2026-000123?key=…`. The key contains its signed expiry, so
 * that nothing is stored.
 */

const pages = {
  quote: "/quotes",
  invoice: "/invoices",
  receipt: "/api/receipts",
  contract: "/contracts",
} as const satisfies Record<LinkedDocument["kind"], string>;

/** `linkVersion`: how often the link was replaced, because it had gone to the wrong person. */
export type KeyedDocument =
  | { kind: "receipt"; id: string }
  | { kind: "quote" | "invoice" | "contract"; id: string; linkVersion: number };

export function documentUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  document: KeyedDocument & { reference: string },
  until: Date,
): string {
  return config.publicUrl + documentPath(config, document, until);
}

export function documentPath(
  { secret }: Pick<Config, "secret">,
  document: KeyedDocument & { reference: string },
  until: Date,
): string {
  // A number of the former books may contain a slash.
  const path = localPath(`${pages[document.kind]}/${encodeURIComponent(document.reference)}`);
  return `${path}?key=${documentKey(secret, document, until)}`;
}

const MIN_LINK_DAYS = 30;

/** Ends `daysAfter` days after a Dubai date, but at least MIN_LINK_DAYS from now. */
export function linkExpiry(now: Date, day: string, daysAfter: number): Date {
  const today = dubaiDate(now);
  const [last] = [addDays(day, daysAfter), addDays(today, MIN_LINK_DAYS)].sort().reverse();
  return dubaiInstant(last!, "23:59");
}

export function documentKey(secret: string, document: KeyedDocument, until: Date): string {
  return expiringSignedKey(secret, document.kind, signedId(document), until);
}

function signedId(document: KeyedDocument): string {
  const { id } = document;
  const linkVersion = document.kind === "receipt" ? 0 : document.linkVersion;
  return linkVersion === 0 ? id : `${id}:${linkVersion}`;
}

export function readDocumentKey(
  secret: string,
  document: KeyedDocument,
  key: string,
  now: Date,
): "valid" | "ended" | "wrong" {
  const end = signedKeyExpiry(secret, document.kind, signedId(document), key);
  if (!end) return "wrong";
  return end > now ? "valid" : "ended";
}

export interface OwnedDocument extends LinkedDocument {
  userId: string | null;
}

export type OpenedDocument = { as: "customer"; ctx: Ctx } | { as: "ended" } | { as: "stranger" };

/** Accepts the key of the URL (also for staff), the owner's account or a key from the cookie. */
export function openDocument(
  ctx: Ctx,
  { secret }: Pick<Config, "secret">,
  keyed: KeyedDocument & { userId: string | null; reference: string },
  key: string,
): OpenedDocument {
  const { actor } = ctx;
  const { kind, id, userId, reference } = keyed;
  const document = { kind, id };
  const read = (key: string | undefined) => (key ? readDocumentKey(secret, keyed, key, ctx.now) : "wrong");
  const asLinkHolder = { as: "customer", ctx: { ...ctx, actor: { role: "link-holder", document } } } as const;
  const fromUrl = read(key);
  if (fromUrl === "valid") return asLinkHolder;
  if ("userId" in actor && actor.userId === userId) {
    return { as: "customer", ctx: { ...ctx, actor: { ...actor, role: "customer" } } };
  }
  const fromCookie = read(ctx.linkKeys?.get(reference));
  if (fromCookie === "valid") return asLinkHolder;
  return { as: fromUrl === "ended" || fromCookie === "ended" ? "ended" : "stranger" };
}

export function isCustomerOf({ actor }: Ctx, { kind, id, userId }: OwnedDocument): boolean {
  if ("document" in actor) return actor.document.kind === kind && actor.document.id === id;
  return actor.role === "customer" && userId !== null && userIdOf(actor) === userId;
}
