import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { emergenciesQuery } from "../admin-client";
import type { OnCallPage, RunningEmergencies } from "../views";
import { EmergencyBar } from "./emergency-bar";

type RunningEmergency = RunningEmergencies["emergencies"][number];

beforeAll(() => vi.setSystemTime("2026-07-07T08:00:00Z"));
afterAll(() => vi.useRealTimers());

const omar = {
  ...{ id: "omar", name: "Omar Saleh", phone: "+971500000001", onCall: true, offered: false },
  ...{ arrivesAt: "2026-07-07T08:35:00Z", displacedVisitIds: ["visit-1", "visit-2"], displacedUntil: null },
};
const emergency: RunningEmergency = {
  ...{ id: "new", reference: "BK-2026-000001", state: "requested", customerName: "Aisha Al Marri" },
  ...{ phone: "+971501234567", area: "Dubai Marina", address: "12 Al Marsa Street", tradeName: "Plumbing" },
  ...{ message: "Water comes through the ceiling", requestedAt: "2026-07-07T07:30:00Z" },
  ...{ acknowledgedAt: null, dispatchedAt: null, technicianName: null, paged: [], suggestions: [omar] },
  lacksOnCall: false,
};
const page: OnCallPage = {
  ...{
    technicianId: "",
    name: "",
    pagedAt: "2026-07-07T07:30:00Z",
    rings: 0,
    rangAt: null,
    isRinging: false,
  },
  ...{ unansweredAt: null, offeredAt: null, declinedAt: null, isAssigned: false, texts: [] },
};
const waiting: RunningEmergency = {
  ...{ ...emergency, id: "waiting", reference: "BK-2026-000002", acknowledgedAt: "2026-07-07T07:40:00Z" },
  paged: [
    { ...page, technicianId: "omar", name: "Omar Saleh", declinedAt: "2026-07-07T07:41:00Z" },
    { ...page, technicianId: "sara", name: "Sara Haddad" },
  ],
};
const dispatched: RunningEmergency = {
  ...{ ...waiting, id: "dispatched", reference: "BK-2026-000003", state: "scheduled", suggestions: [] },
  ...{ technicianName: "Ali Noor", dispatchedAt: "2026-07-07T07:45:00Z" },
};

function render(emergencies: RunningEmergency[]) {
  const client = new QueryClient();
  client.setQueryData(emergenciesQuery.queryKey, { emergencies });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <EmergencyBar renderReassignment={() => null} />
      </MemoryRouter>
    </QueryClientProvider>,
  ).replace(/[⁦-⁩]/g, "");
  return {
    lines: html.match(/<li.*?<\/li>/gs) ?? [],
    collapsed: /<button[^>]*aria-expanded="false".*?<\/button>/s.exec(html)?.[0].replace(/<[^>]+>/g, " "),
  };
}

describe("EmergencyBar", () => {
  it("says that no page was sent if no technician is on call", () => {
    const text = "No page sent: no technician on call does this work";
    expect(render([emergency]).lines[0]).not.toContain(text);
    expect(render([{ ...emergency, lacksOnCall: true }]).lines[0]).toContain(text);
  });

  it("gives each open emergency one line with the facts before the actions", () => {
    const { lines, collapsed } = render([emergency, waiting]);
    expect(lines).toHaveLength(2);
    expect(collapsed).toBeUndefined();
    for (const line of lines) {
      const [facts, actions] = line
        .split(/<button|<select/, 1)
        .concat(line.slice(line.search(/<button|<select/)));
      for (const fact of [
        "Plumbing",
        "Aisha Al Marri",
        "12 Al Marsa Street",
        "Water comes through the ceiling",
      ])
        expect(facts).toContain(`${fact}`);
      expect(actions).toMatch(/Omar Saleh, arrives 12:35[^<]*on call[^<]*2 visits to move/);
    }
    expect(lines[0]).toContain("Not acknowledged");
    expect(lines[1]).toContain("No technician assigned");
    expect(lines[1]).toMatch(/Sara Haddad: paged.*Cannot go: Omar Saleh/s);
    expect(lines[1]).not.toContain(">Acknowledge<");
  });

  it("shows rings and text of each page, the ringing one first", () => {
    const rung = { ...page, rings: 9, rangAt: "2026-07-07T07:30:01Z", isRinging: true };
    const { lines } = render([
      {
        ...waiting,
        paged: [
          {
            ...{ ...rung, technicianId: "omar", name: "Omar Saleh", isRinging: false },
            unansweredAt: "2026-07-07T07:31:00Z",
            texts: [{ channel: "sms", state: "delivered", at: "2026-07-07T07:31:01Z" }],
          },
          { ...rung, technicianId: "sara", name: "Sara Haddad", rings: 1 },
        ],
      },
    ]);
    expect(lines[0]).toMatch(/Sara Haddad: rang once, ringing now.*Omar Saleh: rang 9 times, texted 11:31/s);
  });

  it("collapses dispatched emergencies into one line", () => {
    const underWay = {
      ...dispatched,
      id: "under-way",
      state: "en_route" as const,
      technicianName: "Sara Haddad",
    };
    const { lines, collapsed } = render([emergency, dispatched, underWay]);
    expect(lines).toHaveLength(1);
    expect(collapsed).toMatch(/2 emergencies with a technician.*Ali Noor.*Sara Haddad/);
  });

  it("keeps a dispatched emergency open once its deadline has passed", () => {
    const { lines, collapsed } = render([{ ...dispatched, requestedAt: "2026-07-07T05:30:00Z" }]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("Ali Noor");
    expect(collapsed).toBeUndefined();
  });
});
