import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { openDay } from "../harness/days";
import { expect, test } from "../harness/fixture";
import { fillBookingForm } from "../harness/steps";
import { DESKTOP, expectGoodLayout, PHONE, TABLET } from "../harness/visual-checks";

/** Booking form before hydration, after network errors, at rate limits, and with and without maps. */

/** Requests to the stub of the maps script, and the number of initial failures. */
const mapsScript = { requested: 0, failures: 0 };

const env: Parameters<typeof test.use>[0]["env"] = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures a test uses.
  async ({}, use) => {
    const maps = createServer((_request, response) => {
      mapsScript.requested += 1;
      if (mapsScript.requested <= mapsScript.failures) return response.writeHead(503).end();
      response.writeHead(200, { "Content-Type": "text/javascript" }).end(`(${stubMaps})()`);
    });
    await new Promise<void>((listening) => maps.listen(0, "127.0.0.1", listening));
    const { port } = maps.address() as AddressInfo;
    await use({ GOOGLE_MAPS_API_KEY: "test", GOOGLE_MAPS_SCRIPT_BASE: `http://127.0.0.1:${port}` });
    maps.close();
  },
  { scope: "worker" },
];
// Tests of the maps run in long runs alone.
test.use(isLongRun ? { env } : {});
test.beforeEach(() => {
  mapsScript.requested = 0;
  mapsScript.failures = 0;
});

test("keeps input typed before hydration", async ({ page }) => {
  const blocked = Promise.withResolvers<void>();
  await page.route(/assets\/booking-form/, async (route) => {
    await blocked.promise;
    await route.continue();
  });
  await page.goto("/");
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  await page.getByLabel("Service", { exact: true }).selectOption("plumbing");
  const morning = page.locator('input[name="preferredTime"][value="10:00"]');
  await morning.check();
  // Before hydration the form can be submitted; the response page asks the security question.
  await expect(page.getByRole("button", { name: "Submit Booking" })).toBeEnabled();
  blocked.resolve();
  await expect(page.getByRole("button", { name: "Submit Booking" })).toBeDisabled();
  await expect(page.getByText(/^\d+ \+ \d+ = \?$/)).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  await expect(morning).toBeChecked();
  // Hydration takes over the earlier input.
  await expect(page.getByRole("region", { name: "Your visit" })).toBeVisible();
});

test("keeps a time chosen before the date while the free times load @long", async ({ page }) => {
  await page.goto("/?service=plumbing#booking");
  await expect(page.getByText(/^\d+ \+ \d+ = \?$/)).toBeVisible();
  const requested = page.waitForRequest("**/api/availability**");
  // The request never completes.
  await page.route("**/api/availability**", () => {});
  const morning = page.locator('input[name="preferredTime"][value="10:00"]');
  await morning.check();
  await page.getByLabel("Preferred date").fill(openDay(40));
  await requested;
  await expect(page.locator('[aria-busy="true"]')).toBeVisible();
  await expect(morning).toBeChecked();
});

test("avoids a duplicate booking after a lost response", async ({ page }) => {
  await page.goto("/");
  await fillBookingForm(page, { email: "lost@example.com", service: "hvac" });
  const keys: string[] = [];
  await page.route("**/api/handle-booking", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? "");
    if (keys.length > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await submit(page);
  await expect(page.getByText("Failed to submit booking. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Omar Haddad");
  await submit(page);
  await expect(page).toHaveURL(/\/bookings\/BK-/);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("delays the fourth attempt within a minute and shows the server's rate limit @long", async ({
  page,
}) => {
  await page.goto("/");
  await fillBookingForm(page, { email: "eager@example.com", service: "hvac" });
  await page.route("**/api/handle-booking", (route) => route.abort());
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    await submit(page);
    await expect(page.getByRole("button", { name: "Submit Booking" })).toBeEnabled();
  }
  await submit(page);
  await expect(page.getByText("Too Many Attempts")).toBeVisible();
  await expect(page.getByText(/^Please wait \d+ seconds before submitting again$/)).toBeVisible();

  await page.getByLabel("Email", { exact: true }).fill("other@example.com");
  await page.route("**/api/handle-booking", (route) =>
    route.fulfill({
      status: 429,
      json: { success: false, reason: "rate-limited", message: "", retryAfterSeconds: 37 },
    }),
  );
  await submit(page);
  await expect(page.getByText("Please wait 37 seconds before submitting again")).toBeVisible();
});

test("shows a response target instead of time slots for an emergency, and preselects the service of a link @long", async ({
  page,
}) => {
  await page.goto("/?service=emergency#booking");
  await expect(page.getByText(/^Send this now and a technician will be with you by/)).toBeVisible();
  await expect(page.getByRole("radio", { name: "Any time" })).toHaveCount(0);
  const trade = page.getByLabel("What is the problem?");
  await expect(trade.getByRole("option", { selected: true })).toHaveText("I'm not sure");
  await expect(trade.getByRole("option", { name: "Electrical" })).toBeAttached();
  await expect(trade.getByRole("option", { name: /Emergency|Assessment/ })).toHaveCount(0);

  await page.goto("/?service=plumbing#booking");
  await expect(trade).toBeHidden();
  await expect(page.getByLabel("Service", { exact: true })).toHaveValue("plumbing");
  await expect(page.getByRole("radio", { name: "Any time" })).toBeChecked();
});

test("finds UAE addresses by search, keyboard or current location @long", async ({ browser }) => {
  mapsScript.failures = 2;
  const context = await browser.newContext({
    geolocation: { latitude: 25.2, longitude: 55.25 },
    permissions: ["geolocation"],
  });
  const page = await context.newPage();
  await page.goto("/#booking");
  await expect(page.getByText("Loading address services...")).toBeVisible();
  const search = page.getByRole("combobox", { name: "Search for your address" });
  await expect(search).toBeVisible();
  expect(mapsScript.requested).toBe(3);

  await search.fill("al marsa");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(2);
  await search.press("ArrowDown");
  await search.press("ArrowDown");
  await search.press("Enter");
  await expect(page.getByLabel("Street address")).toHaveValue("2 Al Marsa Street");
  await expect(page.getByLabel("Area")).toHaveValue("Dubai Marina");
  await expect(page.getByLabel("Landmark")).toHaveValue("Dubai");
  await expect(
    page.getByText("Filled in below: 2 Al Marsa Street - Dubai Marina - Dubai - United Arab Emirates."),
  ).toBeVisible();
  expect(await page.evaluate("placesRequest.includedRegionCodes")).toEqual(["ae"]);
  expect(await page.evaluate("placesRequest.includedPrimaryTypes")).toContain("street_address");

  await page.getByRole("button", { name: "Use my current location" }).click();
  await expect(page.getByLabel("Street address")).toHaveValue("Al Wasl Road");
  await expect(page.getByText("Filled in below: Al Wasl Road - Jumeirah 1")).toBeVisible();
  await context.close();
});

test("clears earlier address results after a failed search @long", async ({ page }) => {
  await page.goto("/#booking");
  const search = page.getByRole("combobox", { name: "Search for your address" });
  await search.fill("al marsa");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(2);
  await page.evaluate(`google.maps.importLibrary("places").then(({ AutocompleteSuggestion }) => {
    AutocompleteSuggestion.fetchAutocompleteSuggestions = () => Promise.reject(new Error("over the quota"));
  })`);
  await search.fill("al wasl");
  await expect(page.getByText(/^The address search is not responding/)).toBeVisible();
  await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(0);
});

const mapsAnswers = [
  ["a key", { json: {} }],
  ["an answer", { status: 404, json: {} }],
] as const;
for (const [missingService, answer] of isLongRun ? mapsAnswers : mapsAnswers.slice(0, 1)) {
  test(`accepts a typed address without ${missingService} for the maps`, async ({ page }) => {
    await page.route("**/api/get-google-maps-key", (route) => route.fulfill(answer));
    await page.goto("/#booking");
    await expect(page.getByText("Enter the address of the work below.")).toBeVisible();
    expect(mapsScript.requested).toBe(0);
  });
}

test("suggests Dubai communities for a typed address when the maps script fails @long", async ({ page }) => {
  mapsScript.failures = 4;
  await page.goto("/#booking");
  await expect(page.getByText("Enter the address of the work below.")).toBeVisible();
  expect(mapsScript.requested).toBe(4);
  const area = page.getByRole("combobox", { name: "Area" });
  await area.fill("al-barsha");
  await page.getByRole("option", { name: "Al Barsha 2" }).click();
  await expect(area).toHaveValue("Al Barsha 2");
  await area.fill("مارينا");
  await expect(page.getByRole("option", { name: "Dubai Marina" })).toBeVisible();
  await area.press("ArrowDown");
  await area.press("Enter");
  await expect(area).toHaveValue("Dubai Marina");
  await expect(area).toHaveAttribute("aria-expanded", "false");
});

test("accessibility: the booking form passes the checks @turn-2", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => message.type() === "error" && violations.push(message.text()));
  await page.goto("/#booking");
  await page.getByLabel("Service", { exact: true }).selectOption("hvac");
  await expect(page.getByRole("region", { name: "Your visit" })).toBeVisible();
  await expectGoodLayout(page, [PHONE, TABLET, DESKTOP]);
  // The content security policy allows everything on the page.
  expect(violations).toEqual([]);
});

async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Submit Booking" }).click();
}

/** Stub of the Google Maps API used by the form; runs in the page. */
function stubMaps() {
  const place = (number: number) => ({
    fetchFields: async () => {},
    formattedAddress: `${number} Al Marsa Street - Dubai Marina - Dubai - United Arab Emirates`,
    addressComponents: [
      { longText: String(number), types: ["street_number"] },
      { longText: "Al Marsa Street", types: ["route"] },
      { longText: "Dubai Marina", types: ["sublocality_level_1", "sublocality"] },
      { longText: "Dubai", types: ["administrative_area_level_1"] },
    ],
  });
  const libraries = {
    places: {
      AutocompleteSessionToken: class {},
      AutocompleteSuggestion: {
        async fetchAutocompleteSuggestions(placesRequest: unknown) {
          Object.assign(window, { placesRequest });
          return {
            suggestions: [1, 2].map((number) => ({
              placePrediction: {
                text: { text: `${number} Al Marsa Street, Dubai Marina` },
                toPlace: () => place(number),
              },
            })),
          };
        },
      },
    },
    geocoding: {
      Geocoder: class {
        async geocode() {
          return {
            results: [
              {
                formatted_address: "Al Wasl Road - Jumeirah 1 - Dubai - United Arab Emirates",
                address_components: [
                  { long_name: "Al Wasl Road", types: ["route"] },
                  { long_name: "Jumeirah 1", types: ["sublocality"] },
                ],
              },
            ],
          };
        }
      },
    },
  };
  const page = window as unknown as { google: unknown; addressServicesReady(): void };
  page.google = { maps: { importLibrary: async (name: "places" | "geocoding") => libraries[name] } };
  page.addressServicesReady();
}
