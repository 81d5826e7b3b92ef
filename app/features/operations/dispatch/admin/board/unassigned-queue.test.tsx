import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { dubaiInstant } from "~/platform/time";
import type { UnassignedWork } from "../../views";
import { Due, UnassignedQueue } from "./unassigned-queue";

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/[⁦-⁩]/g, "");

describe("Due", () => {
  const at = dubaiInstant("2026-07-07", "12:00");
  const text = (emergency: boolean, time: string) =>
    textOf(
      renderToStaticMarkup(
        <Due at={at.toISOString()} emergency={emergency} now={dubaiInstant("2026-07-07", time)} />,
      ),
    ).trim();

  it("names the arrival for emergencies, before and after the target", () => {
    expect(text(true, "11:00")).toMatch(/^Arrive by 12:00/);
    expect(text(true, "12:30")).toMatch(/^Arrival overdue since 12:00/);
  });

  it("names the answer for other requests, before and after the target", () => {
    expect(text(false, "11:00")).toMatch(/^Answer by 12:00/);
    expect(text(false, "12:30")).toMatch(/^Answer overdue since 12:00/);
  });
});

describe("UnassignedQueue", () => {
  const work = {
    ...{ bookingId: "booking", reference: "BK-2026-000001", serviceId: "plumbing", serviceName: "Plumbing" },
    ...{ skills: ["plumbing"], emergency: false, customerName: "Aisha Al Marri", area: "Dubai Marina" },
    ...{ requestedAt: "2026-07-01T08:00:00Z", dueAt: null, holdExpired: false, visitId: null },
    ...{ startsAt: null, hasTime: false, durationMin: 60, workMin: 60, otherCrewNames: [] },
    ...{ missingHelpers: 0, heldUntil: null, preferredTechnician: null, multiDayPosition: null },
  };
  const rowOf = (changes: Partial<UnassignedWork>) => {
    vi.setSystemTime(dubaiInstant("2026-07-07", "12:00"));
    const queue = renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <UnassignedQueue
          ref={{ current: null }}
          unassigned={[
            { ...work, bookingState: "on_hold", onHold: null, ...changes } as unknown as UnassignedWork,
          ]}
          requests={[]}
          more={false}
          onOpen={() => {}}
          onConfirm={() => {}}
        />
      </QueryClientProvider>,
    );
    vi.useRealTimers();
    return textOf(queue.slice(queue.indexOf("<li")));
  };

  it("shows the missed day of a multi-day job instead of the state of its other days", () => {
    const text = rowOf({ bookingState: "scheduled", missedDay: "2026-07-06T05:00:00.000Z" });
    expect(text).toContain("No access on Mon, 6 Jul: place this day again");
    expect(text).not.toMatch(/Scheduled|Any time/);
  });

  it("shows why work is on hold and when it is expected to continue", () => {
    const reason = "A valve has to be ordered";
    const row = (onHold: UnassignedWork["onHold"]) => rowOf({ onHold });
    expect(row({ reason, continueOn: null })).toMatch(/On hold: A valve has to be ordered.*No date yet/);
    expect(row({ reason, continueOn: "2026-07-09" })).toContain("Expected Thu, 9 Jul");
    expect(row({ reason, continueOn: "2026-07-07" })).toContain("Due today");
    expect(row({ reason, continueOn: "2026-07-05" })).toContain("Due since Sun, 5 Jul");
  });
});
