import { describe, expect, it } from "vitest";
import { createRandom } from "../random";
import { dubaiInstant } from "../time";
import { type Channel, channels } from "./channel";
import { endOfQuietHours, type RouteRequest, routeMessage, type Urgency } from "./routing";

const noon = dubaiInstant("2026-11-28", "12:00");
const request: RouteRequest = {
  urgency: "service",
  addresses: { sms: "+971501234567", whatsapp: "+971501234567", email: "aisha@example.com", push: "user" },
  optedOut: [],
  marketingConsent: false,
  preferred: null,
  configured: [...channels],
  allowed: ["whatsapp", "sms", "email"],
  now: noon,
  quietHours: { from: "21:00", until: "08:00" },
};
const channelsOf = (changes: Partial<RouteRequest>) =>
  routeMessage({ ...request, ...changes }).steps.map(({ channel }) => channel);

describe("routeMessage", () => {
  it("uses only email while no other channel is configured", () => {
    const { steps, startsAt } = routeMessage({ ...request, configured: ["email"] });
    expect(steps.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ["email", "aisha@example.com"],
    ]);
    expect(startsAt).toEqual(noon);
  });

  it("puts the person's choice first and keeps the office's order behind it", () => {
    expect(channelsOf({ preferred: "sms" })).toEqual(["sms", "whatsapp", "email"]);
    expect(channelsOf({ preferred: "push" })).toEqual(["whatsapp", "sms", "email"]);
  });

  it("leaves out channels that the recipient closed or has no address for", () => {
    expect(channelsOf({ optedOut: ["whatsapp"] })).toEqual(["sms", "email"]);
    expect(channelsOf({ addresses: { sms: "+971501234567" } })).toEqual(["sms"]);
    expect(channelsOf({ addresses: {} })).toEqual([]);
  });

  it("gives each step of an emergency 60 seconds and the last one more", () => {
    const { steps } = routeMessage({ ...request, urgency: "emergency" });
    expect(steps.map(({ seconds }) => seconds)).toEqual([60, 60, 600]);
  });

  it.each<[Urgency, string, string]>([
    ["emergency", "03:00", "03:00"],
    ["visit", "07:40", "07:40"],
    ["service", "03:00", "08:00"],
    ["service", "08:00", "08:00"],
    ["service", "20:59", "20:59"],
  ])("starts a message of urgency %s at %s at %s", (urgency, at, expected) => {
    const now = dubaiInstant("2026-11-28", at);
    expect(routeMessage({ ...request, urgency, now }).startsAt).toEqual(dubaiInstant("2026-11-28", expected));
  });

  it("waits from the evening until the next morning", () => {
    const now = dubaiInstant("2026-11-28", "21:00");
    expect(routeMessage({ ...request, now }).startsAt).toEqual(dubaiInstant("2026-11-29", "08:00"));
  });

  it("sends an email at once during quiet hours", () => {
    const now = dubaiInstant("2026-11-28", "23:00");
    expect(routeMessage({ ...request, now, allowed: ["email", "sms"] }).startsAt).toEqual(now);
  });

  it("sends marketing only with consent and from 9:00 to 18:00", () => {
    const marketing = { ...request, urgency: "marketing" as const };
    expect(routeMessage(marketing).steps).toEqual([]);
    const evening = dubaiInstant("2026-11-28", "18:00");
    const route = routeMessage({ ...marketing, marketingConsent: true, now: evening });
    expect(route.startsAt).toEqual(dubaiInstant("2026-11-29", "09:00"));
    expect(route.steps).toHaveLength(3);
  });

  it("property: every chain has only allowed channels, each once, in time, and none is lost", () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
    const random = createRandom(seed);
    const someOf = <Item>(items: readonly Item[]) => items.filter(() => random.next() < 0.5);
    for (let run = 0; run < 5_000; run++) {
      const addressed = someOf(channels);
      const changed: RouteRequest = {
        ...request,
        urgency: random.pick(["emergency", "visit", "service", "marketing"]),
        addresses: Object.fromEntries(addressed.map((channel) => [channel, `to ${channel}`])),
        optedOut: someOf(channels),
        marketingConsent: random.next() < 0.5,
        preferred: random.pick<Channel | null>([null, ...channels]),
        configured: someOf(channels),
        allowed: someOf(channels).sort(() => random.next() - 0.5),
        now: new Date(noon.getTime() + Math.floor(random.next() * 86_400_000)),
      };
      const { steps, startsAt } = routeMessage(changed);
      const hint = `SEED=${seed} run ${run}`;
      const used = steps.map(({ channel }) => channel);
      const expected = changed.allowed.filter(
        (channel) =>
          addressed.includes(channel) &&
          changed.configured.includes(channel) &&
          !changed.optedOut.includes(channel),
      );
      const isForbidden = changed.urgency === "marketing" && !changed.marketingConsent;
      expect([...used].sort(), hint).toEqual(isForbidden ? [] : [...expected].sort());
      if (changed.preferred && used.includes(changed.preferred))
        expect(used[0], hint).toBe(changed.preferred);
      expect(
        steps.every(({ seconds }) => seconds >= 60),
        hint,
      ).toBe(true);
      expect(startsAt >= changed.now, hint).toBe(true);
      expect(startsAt.getTime() - changed.now.getTime(), hint).toBeLessThan(86_400_000);
      if (changed.urgency === "emergency") expect(startsAt, hint).toEqual(changed.now);
    }
  });
});

it("ends quiet hours at an instant that is not quiet", () => {
  const hours = { from: "21:00", until: "08:00" };
  for (let minute = 0; minute < 1440; minute += 7) {
    const end = endOfQuietHours(new Date(noon.getTime() + minute * 60_000), hours);
    expect(endOfQuietHours(end, hours)).toEqual(end);
  }
});
