import { describe, expect, it } from "vitest";
import { dubaiInstant } from "~/platform/time";
import type { BoardItem } from "../board-item";
import type { Change } from "./change";
import { submitLabel, undoneText } from "./change-text";

const startsAt = dubaiInstant("2026-11-24", "10:00").toISOString();
const item = (changes: Partial<BoardItem> = {}) =>
  ({
    ...{ reference: "BK-2026-000001", bookingState: "requested", state: "held", technicianId: "omar" },
    ...{ startsAt, durationMin: 60, ...changes },
  }) as BoardItem;
const to = { technicianId: "sara", day: "2026-11-24", startMin: 720, durationMin: 60 };
const arrange = (changes: Partial<BoardItem> = {}, notifyCustomer?: boolean): Change => ({
  ...{ kind: "arrange", item: item(changes), to, notifyCustomer },
});

describe("undoneText", () => {
  it("names the time to which a confirmed request returned, and that the customer is notified", () => {
    expect(undoneText(arrange(), false)).toMatch(
      /^BK-2026-000001 is back at 10:00.am\. It is now confirmed: a customer with an email address will be notified\.$/i,
    );
  });

  it("announces no notification while the dispatcher holds it back", () => {
    expect(undoneText(arrange({}, false), false)).toMatch(
      /It is now confirmed: the customer is not notified yet\.$/,
    );
  });

  it("names the unassigned queue where the request had no technician", () => {
    expect(undoneText(arrange({ technicianId: null, state: null }), false)).toBe(
      "BK-2026-000001 is unassigned again. It stays confirmed.",
    );
  });

  it("does not mention confirmation for other changes", () => {
    expect(undoneText(arrange({ bookingState: "scheduled" }), false)).toBe("BK-2026-000001: change undone");
    expect(undoneText({ kind: "cancel", item: item() }, false)).toBe("BK-2026-000001: change undone");
  });
});

describe("undoneText of a confirmation within the notification delay", () => {
  it("says that the request is restored and nothing was sent", () => {
    expect(undoneText(arrange(), true)).toBe("BK-2026-000001 is a request again. Nothing was sent.");
  });
});

describe("submitLabel", () => {
  it("offers the length alone for visits under way, whose technician and time are locked", () => {
    expect(submitLabel(item({ bookingState: "on_site", state: "on_site" }))).toBe("Change the length");
    expect(submitLabel(item({ bookingState: "scheduled", state: "scheduled" }))).toBe("Move");
    expect(submitLabel(item({ bookingState: "confirmed", technicianId: null, state: null }))).toBe(
      "Schedule",
    );
    expect(submitLabel(item())).toBe("Confirm and schedule");
  });
});
