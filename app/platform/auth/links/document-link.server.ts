import type { Config } from "../../config.server";
import type { Ctx } from "../../context";
import { localPath } from "../../locale/locale";
import { addDays, dubaiDate, dubaiInstant } from "../../time";
import { type LinkedDocument, userIdOf } from "../actor";
import { endOfSignedKey, signedKeyUntil } from "./signed-key.server";

/*
 * The links by which a quote, an invoice or a receipt is opened without an account: `/quotes/QT-2026-000123?key=…`. A key
 * opens one document and carries its own end, signed with it, so that nothing is stored.
 */

/** A receipt is a file and has no page. */
const pages = { quote: "/quotes", invoice: "/invoices", receipt: "/api/receipts" } as const satisfies Record<
  LinkedDocument["kind"],
  string
>;

/** The link to a document, in the language of whoever is written to. It opens until `until`. */
export function documentUrl(
  config: Pick<Config, "publicUrl" | "secret">,
  document: LinkedDocument & { reference: string },
  until: Date,
): string {
  return config.publicUrl + documentPath(config, document, until);
}

/** The same within the site. */
export function documentPath(
  { secret }: Pick<Config, "secret">,
  document: LinkedDocument & { reference: string },
  until: Date,
): string {
  const path = localPath(`${pages[document.kind]}/${document.reference}`);
  return `${path}?key=${documentKey(secret, document, until)}`;
}

/** Whoever is sent a link can open it for so long at least, however old the document is. */
const MIN_LINK_DAYS = 30;

/** When a link ends that opens its document for some days after one of Dubai's days. */
export function endOfLink(now: Date, day: string, daysAfter: number): Date {
  const today = dubaiDate(now);
  const [last] = [addDays(day, daysAfter), addDays(today, MIN_LINK_DAYS)].sort().reverse();
  return dubaiInstant(last!, "23:59");
}

/** To the second. */
export function documentKey(secret: string, { kind, id }: LinkedDocument, until: Date): string {
  return signedKeyUntil(secret, kind, id, until);
}

/** What a key is to a document; one that is wrong was made for another, or by somebody else. */
export function readDocumentKey(
  secret: string,
  { kind, id }: LinkedDocument,
  key: string,
  now: Date,
): "valid" | "ended" | "wrong" {
  const end = endOfSignedKey(secret, kind, id, key);
  if (!end) return "wrong";
  return end > now ? "valid" : "ended";
}

/** A document as it is opened: the account of its customer decides as whose. */
export interface OwnedDocument extends LinkedDocument {
  /** Null: the customer has no account. */
  userId: string | null;
}

export type Opened =
  | { as: "customer"; ctx: Ctx }
  /** The link was right and has come to its end. */
  | { as: "ended" }
  /** Who knows no key and does not own it is told nothing: not even that there is one. */
  | { as: "stranger" };

/**
 * The context in which somebody deals with a document as its customer: by the key that they name, because it is theirs, whatever
 * they are in the company, or by the key that their browser has kept.
 */
export function openDocument(
  ctx: Ctx,
  { secret }: Pick<Config, "secret">,
  { kind, id, userId, reference }: OwnedDocument & { reference: string },
  key: string,
): Opened {
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

/** Whether an actor stands for the customer of a document: each command asks once more. */
export function isCustomerOf({ actor }: Ctx, { kind, id, userId }: OwnedDocument): boolean {
  if ("document" in actor) return actor.document.kind === kind && actor.document.id === id;
  return actor.role === "customer" && userId !== null && userIdOf(actor) === userId;
}
