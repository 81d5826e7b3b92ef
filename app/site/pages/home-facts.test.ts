import { expect, it } from "vitest";
import type { ServiceView } from "~/features/core/catalogue/views";
import { homeFacts } from "./home-facts.server";

/** Facts below the hero: real data only. */

const service = (id: string, mode: "hourly" | "fixed", fils: number | null, emergency = false) =>
  ({ id, name: id, emergency, price: { mode, fils } }) as ServiceView;

it("names the cheapest first hour, apart from emergencies and fixed prices", () => {
  const services = [
    service("electrical", "hourly", 15_000),
    service("handyman", "hourly", 12_000),
    service("painting", "fixed", 8_000),
    service("emergency", "hourly", 10_000, true),
  ];
  const { rating, firstHour, nextSlot } = homeFacts(services, { rating: 4.75, count: 12 });
  expect(rating).toEqual({ value: "4.8 of 5", label: "12 customer reviews" });
  expect(firstHour?.value).toMatch(/AED.120/);
  expect(firstHour?.label).toContain("handyman");
  expect(nextSlot?.serviceId).toBe("handyman");
});

it("leaves out facts without data", () => {
  const facts = homeFacts([service("painting", "fixed", 8_000)], { rating: null, count: 2 });
  expect(facts).toEqual({ rating: null, firstHour: null, nextSlot: null });
});
