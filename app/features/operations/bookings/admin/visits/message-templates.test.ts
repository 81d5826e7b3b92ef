import { describe, expect, it } from "vitest";
import type { BookingDetail } from "../../office/views";
import { messageTemplates } from "./message-templates";

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
const templatesFor = (state: BookingDetail["state"], ...visits: BookingDetail["visits"]) =>
  messageTemplates({ customerName: "Layla Haddad", reference: "BK-2026-000007", state, visits });

describe("messageTemplates", () => {
  it("offers templates that fit the booking state", () => {
    const ids = (templates: { id: string }[]) => templates.map(({ id }) => id);
    expect(ids(templatesFor("scheduled", visit("scheduled")))).toEqual([
      "about",
      "on-the-way",
      "late",
      "please-confirm",
      "cannot-reach",
    ]);
    // Unconfirmed requests have no arrival messages.
    expect(ids(templatesFor("requested", visit("held")))).toEqual([
      "about",
      "please-confirm",
      "cannot-reach",
    ]);
    expect(ids(templatesFor("confirmed"))).toEqual(["about", "cannot-reach"]);
    expect(ids(templatesFor("completed", visit("work_done")))).toEqual(["about", "cannot-reach"]);
    expect(ids(templatesFor("cancelled", visit("cancelled")))).toEqual(["about"]);
  });

  it("contains customer, reference and, where relevant, the time in Dubai", () => {
    for (const { id, text } of templatesFor("scheduled", visit("scheduled"))) {
      expect(text).toContain("Layla Haddad");
      expect(text).toContain("BK-2026-000007");
      if (["on-the-way", "late", "please-confirm"].includes(id)) expect(text).toMatch(/10:00/);
    }
  });
});
