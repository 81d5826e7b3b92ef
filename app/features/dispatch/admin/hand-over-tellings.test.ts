import { describe, expect, it } from "vitest";
import type { HandOverChoice, VisitToHandOver } from "../views";
import { handedOverText, tellingOf, tellings } from "./hand-over-tellings";

const AT = "2026-11-24T06:00:00.000Z";
const omar: HandOverChoice = { technicianId: "omar", name: "Omar", startsAt: AT, way: null, askedFor: false };
const later = { ...omar, startsAt: "2026-11-24T08:00:00.000Z" };
const visit = (told: VisitToHandOver["told"]) => ({ told, customerName: "Layla", startsAt: AT });
const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, "");
const telling = (told: VisitToHandOver["told"], to: HandOverChoice | null) =>
  plain(tellingOf(visit(told), to));

describe("tellingOf", () => {
  it("announces an email only where one is sent", () => {
    expect(telling("by-mail", omar)).toBe("Layla will be emailed: Omar is coming");
    expect(telling("by-mail", later)).toMatch(/^Layla will be emailed: Omar is coming on .+ instead$/);
    expect(telling("by-mail", null)).toBe("Layla will be emailed once a technician is assigned");
    for (const told of ["by-phone", "held-back", "of-helper", "nobody"] as const)
      for (const to of [omar, later, null]) expect(telling(told, to)).not.toContain("will be emailed");
  });

  it("asks for a call where the customer has no email", () => {
    expect(telling("by-phone", omar)).toBe("Layla has no email. Call: Omar is coming");
    expect(telling("by-phone", null)).toBe("Layla has no email. Call once a technician is assigned");
  });

  it("names the reason where the customer is not notified", () => {
    expect(telling("held-back", omar)).toMatch(/^Layla is not notified until you press/);
    expect(telling("of-helper", omar)).toBe("Layla is not notified when a helper changes");
    expect(telling("nobody", omar)).toBe("Layla is not notified: the request is not confirmed yet");
  });
});

describe("tellings", () => {
  it("counts technicians who are notified, and no customer whose notification is held back", () => {
    const visits = [visit("held-back"), visit("of-helper"), visit("nobody")].map((one) => ({
      ...one,
      to: omar,
    }));
    expect(tellings(visits)).toEqual([{ label: "Technicians notified", count: 1 }]);
  });
});

describe("handedOverText", () => {
  const handed = (...technicianIds: (string | null)[]) =>
    technicianIds.map((technicianId, index) => ({ visitId: String(index), version: 1, technicianId }));

  it("counts reassigned and unassigned visits apart", () => {
    expect(handedOverText(handed("omar", "sara"))).toBe("2 visits reassigned");
    expect(handedOverText(handed("omar", null), { done: "Ali is away" })).toBe(
      "Ali is away. 1 visit reassigned. 1 visit left unassigned",
    );
    expect(handedOverText([], { done: "Ali is away" })).toBe("Ali is away");
  });

  it("names visits under way, which stay with the technician", () => {
    expect(handedOverText(handed("omar"), { done: "Ali is away", underWay: ["BK-2026-000001"] })).toBe(
      "Ali is away. 1 visit reassigned. 1 visit under way still needs a technician: BK-2026-000001",
    );
  });
});
