import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { addMinutes } from "../../time";
import type { Actor } from "../actor";
import {
  documentKey,
  documentUrl,
  isCustomerOf,
  openDocument,
  readDocumentKey,
} from "./document-link.server";

const secret = "a secret of at least 32 characters";
const now = new Date("2026-11-22T08:00:00Z");
const tomorrow = addMinutes(now, 24 * 60);
const quote = { kind: "quote", id: randomUUID(), linkVersion: 0 } as const;
const userId = randomUUID();

const as = (actor: Actor) => ({ actor, now }) as Ctx;
const person = (role: "admin" | "customer", userId: string): Actor => ({
  role,
  userId,
  name: "Sara",
  email: "sara@example.com",
});

describe("document keys", () => {
  it("accepts document keys until their expiry and then reports them as ended", () => {
    const key = documentKey(secret, quote, tomorrow);
    expect(readDocumentKey(secret, quote, key, now)).toBe("valid");
    expect(readDocumentKey(secret, quote, key, tomorrow)).toBe("ended");
    expect(readDocumentKey(secret, { ...quote, id: randomUUID() }, key, now)).toBe("wrong");
    expect(readDocumentKey(secret, { ...quote, kind: "invoice" }, key, now)).toBe("wrong");
    expect(readDocumentKey(`${secret}!`, quote, key, now)).toBe("wrong");
  });

  it("rejects keys of the link before it was replaced", () => {
    const key = documentKey(secret, quote, tomorrow);
    const replaced = { ...quote, linkVersion: 1 };
    const newKey = documentKey(secret, replaced, tomorrow);
    expect(readDocumentKey(secret, replaced, key, now)).toBe("wrong");
    expect(readDocumentKey(secret, replaced, newKey, now)).toBe("valid");
    expect(readDocumentKey(secret, quote, newKey, now)).toBe("wrong");
    expect(readDocumentKey(secret, { ...quote, linkVersion: 2 }, newKey, now)).toBe("wrong");
  });

  it("rejects document keys with a forged expiry", () => {
    const [, signature] = documentKey(secret, quote, now).split(".");
    const [later] = documentKey(secret, quote, tomorrow).split(".");
    for (const key of [`${later}.${signature}`, `${signature}`, "", ".", `${later}.${signature}.x`, "é.é"]) {
      expect(readDocumentKey(secret, quote, key, now)).toBe("wrong");
    }
  });

  it("includes the document's kind and reference in the URL", () => {
    const url = documentUrl(
      { publicUrl: "https://rukn.example", secret },
      { ...quote, reference: "QT-2026-000123" },
      tomorrow,
    );
    expect(url).toMatch(/^https:\/\/rukn\.example\/quotes\/QT-2026-000123\?key=[\w.-]{39,}$/);
  });
});

describe("openDocument", () => {
  const owned = { ...quote, userId, reference: "QT-2026-000123" };
  const key = documentKey(secret, quote, tomorrow);

  it("grants customer access by key or by account, for staff too", () => {
    for (const [actor, given] of [
      [{ role: "visitor" }, key],
      [person("customer", userId), ""],
      [person("admin", userId), ""],
      [person("admin", randomUUID()), key],
    ] as const) {
      const opened = openDocument(as(actor), { secret }, owned, given);
      expect(opened.as).toBe("customer");
      expect(opened.as === "customer" && isCustomerOf(opened.ctx, owned)).toBe(true);
      expect(opened.as === "customer" && isCustomerOf(opened.ctx, { ...owned, kind: "invoice" })).toBe(
        actor.role !== "visitor" && given === "",
      );
    }
  });

  it("accepts the key of a cookie only for its own record", () => {
    const keeps = (reference: string, key: string) => ({
      ...as({ role: "visitor" }),
      linkKeys: new Map([[reference, key]]),
    });
    expect(openDocument(keeps(owned.reference, key), { secret }, owned, "").as).toBe("customer");
    expect(openDocument(keeps("QT-2026-000124", key), { secret }, owned, "").as).toBe("stranger");
    const ended = documentKey(secret, quote, now);
    expect(openDocument(keeps(owned.reference, ended), { secret }, owned, "").as).toBe("ended");
  });

  it("treats callers without a key as visitors and reports the expiry only of genuine keys", () => {
    const ended = documentKey(secret, quote, now);
    expect(openDocument(as({ role: "visitor" }), { secret }, owned, "").as).toBe("stranger");
    expect(openDocument(as(person("admin", randomUUID())), { secret }, owned, "made up").as).toBe("stranger");
    expect(openDocument(as({ role: "visitor" }), { secret }, owned, ended).as).toBe("ended");
    expect(openDocument(as(person("customer", userId)), { secret }, owned, ended).as).toBe("customer");
    expect(isCustomerOf(as({ role: "visitor" }), { ...owned, userId: null })).toBe(false);
    expect(isCustomerOf(as(person("customer", randomUUID())), { ...owned, userId: null })).toBe(false);
  });
});
