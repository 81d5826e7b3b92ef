import { describe, expect, it } from "vitest";
import type { Replacement, VisitToReassign } from "../views";
import { customerNoticeText, reassignmentText, summarizeNotifications } from "./notification-summary";

const AT = "2026-11-24T06:00:00.000Z";
const omar: Replacement = {
  technicianId: "omar",
  name: "Omar",
  startsAt: AT,
  travel: null,
  isPreferred: false,
};
const later = { ...omar, startsAt: "2026-11-24T08:00:00.000Z" };
const visit = (customerNotice: VisitToReassign["customerNotice"]) => ({
  customerNotice,
  customerName: "Layla",
  bookingId: "booking",
  email: "layla@customer.example",
  phone: "+971501234567",
  emergency: false,
  startsAt: AT,
  state: "scheduled",
});
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "");
const summaryFor = (customerNotice: VisitToReassign["customerNotice"], to: Replacement | null) =>
  plain(customerNoticeText(visit(customerNotice), to));

describe("customerNoticeText", () => {
  it("announces an email only where one is sent", () => {
    expect(summaryFor("email", omar)).toBe("Layla will be emailed: Omar is coming");
    expect(summaryFor("email", later)).toMatch(/^Layla will be emailed: Omar is coming on .+ instead$/);
    expect(summaryFor("email", null)).toBe("Layla will be emailed once a technician is assigned");
    for (const customerNotice of ["phone", "manual", "helper", "unconfirmed"] as const)
      for (const to of [omar, later, null])
        expect(summaryFor(customerNotice, to)).not.toContain("will be emailed");
  });

  it("announces that the technician is not on the way any more", () => {
    const underWay = { ...visit("email"), state: "en_route" };
    expect(plain(customerNoticeText(underWay, null))).toBe(
      "Layla will be emailed: the technician is not on the way any more",
    );
  });

  it("asks for a call where the customer has no email", () => {
    expect(summaryFor("phone", omar)).toBe("Call Layla (no email): Omar is coming");
    expect(summaryFor("phone", null)).toBe("Call Layla (no email) once a technician is assigned");
  });

  it("names the reason where the customer is not notified", () => {
    expect(summaryFor("manual", omar)).toMatch(/^Layla is not notified until you press/);
    expect(summaryFor("helper", omar)).toBe("Layla is not notified when a helper changes");
    expect(summaryFor("unconfirmed", omar)).toBe("Layla is not notified: the request is not confirmed yet");
  });
});

describe("summarizeNotifications", () => {
  it("counts notified technicians, but no customers who are notified manually", () => {
    const visits = [visit("manual"), visit("helper"), visit("unconfirmed")].map((candidate) => ({
      ...candidate,
      to: omar,
    }));
    // The replacement, and the former technician.
    expect(summarizeNotifications(visits)).toEqual([{ label: "Technicians notified", count: 2 }]);
  });

  it("counts the former technician once for several visits, and not for requests", () => {
    const sara = { ...omar, technicianId: "sara" };
    const confirmed = [
      { ...visit("manual"), to: omar },
      { ...visit("manual"), to: sara },
    ];
    expect(summarizeNotifications(confirmed)).toEqual([{ label: "Technicians notified", count: 3 }]);
    expect(summarizeNotifications([{ ...visit("unconfirmed"), to: omar }])).toEqual([]);
  });

  it("counts a customer of several visits once, and emergencies on their own", () => {
    const [same, other] = [visit("email"), { ...visit("email"), email: "omar@customer.example" }];
    const emergency = { ...visit("email"), bookingId: "emergency", emergency: true };
    const visits = [same, same, other, emergency].map((candidate) => ({ ...candidate, to: omar }));
    expect(summarizeNotifications([...visits, { ...same, to: later }])).toEqual([
      { label: "Customers emailed about a new technician", count: 2 },
      { label: "Customers emailed about a new time", count: 1 },
      { label: "Technicians notified", count: 2 },
    ]);
    const called = { ...visit("phone"), to: omar };
    expect(summarizeNotifications([called, called])).toContainEqual({ label: "Customers to call", count: 1 });
  });

  it("counts the customers of a technician on the way who is not replaced", () => {
    const underWay = { ...visit("email"), state: "en_route", to: null };
    expect(summarizeNotifications([underWay, { ...underWay, customerNotice: "phone" as const }])).toEqual([
      { label: "Customers emailed that the technician is not on the way", count: 1 },
      { label: "Customers to call", count: 1 },
      { label: "Left unassigned", count: 2 },
      { label: "Technicians notified", count: 1 },
    ]);
  });
});

describe("reassignmentText", () => {
  const reassigned = (...technicianIds: (string | null)[]) =>
    technicianIds.map((technicianId, index) => ({ visitId: String(index), version: 1, technicianId }));

  it("counts reassigned and unassigned visits separately", () => {
    expect(reassignmentText(reassigned("omar", "sara"))).toBe("2 visits reassigned");
    expect(reassignmentText(reassigned("omar", null), { done: "Ali is away" })).toBe(
      "Ali is away. 1 visit reassigned. 1 visit left unassigned",
    );
    expect(reassignmentText([], { done: "Ali is away" })).toBe("Ali is away");
  });

  it("names visits under way, which stay with the technician", () => {
    expect(reassignmentText(reassigned("omar"), { done: "Ali is away", underWay: ["BK-2026-000001"] })).toBe(
      "Ali is away. 1 visit reassigned. 1 visit under way still needs a technician: BK-2026-000001",
    );
  });
});
