import { describe, expect, it } from "vitest";
import { inLocale } from "~/platform/locale/locale.server";
import { messageTexts } from "./message-texts";
import type { BookingDetail } from "./views";

const visit = (state: string): BookingDetail["visits"][number] => ({
  id: "1",
  state,
  startsAt: "2026-12-15T06:00:00Z",
  endsAt: "2026-12-15T07:00:00Z",
  technicianId: null,
  technicianName: null,
  multiDay: false,
  crewSize: 1,
  helpers: [],
});
const textsFor = (state: BookingDetail["state"], ...visits: BookingDetail["visits"]) =>
  messageTexts({ customerName: "Layla Haddad", reference: "BK-2026-000007", state, visits });

describe("messageTexts", () => {
  it("offers texts that fit the booking state", () => {
    const ids = (texts: { id: string }[]) => texts.map(({ id }) => id);
    expect(ids(textsFor("scheduled", visit("scheduled")))).toEqual([
      "about",
      "on-the-way",
      "late",
      "please-confirm",
      "cannot-reach",
    ]);
    // Unconfirmed requests have no arrival messages.
    expect(ids(textsFor("requested", visit("held")))).toEqual(["about", "please-confirm", "cannot-reach"]);
    expect(ids(textsFor("confirmed"))).toEqual(["about", "cannot-reach"]);
    expect(ids(textsFor("completed", visit("work_done")))).toEqual(["about", "cannot-reach"]);
    expect(ids(textsFor("cancelled", visit("cancelled")))).toEqual(["about"]);
  });

  it("writes in the language of the customer", () => {
    for (const { text } of inLocale("ar", () => textsFor("scheduled", visit("scheduled"))))
      expect(text.replace("Layla Haddad", "").replace("BK-2026-000007", "")).not.toMatch(/[a-z]/i);
  });

  it("contains customer, reference and, where relevant, the time in Dubai", () => {
    for (const { id, text } of textsFor("scheduled", visit("scheduled"))) {
      expect(text).toContain("Layla Haddad");
      expect(text).toContain("BK-2026-000007");
      if (["on-the-way", "late", "please-confirm"].includes(id)) expect(text).toMatch(/10:00/);
    }
  });
});
