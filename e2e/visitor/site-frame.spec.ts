import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { expect, test, WITH_EXTERNAL_SERVICES } from "../harness/fixture";
import {
  answerSecurityCheck,
  blockScripts,
  boxOf,
  openAsAdmin,
  openWithBlockedScripts,
  securityAnswerField,
  waitForDeferredScripts,
} from "../harness/steps";
import { DESKTOP, expectGoodLayout, PHONE } from "../harness/visual-checks";

/** Site frame: menus, footer, chat, consent, visit tracking, browser logs and key blocking. */

const GOOGLE = "https://www.googletagmanager.com/**";

test.use({ viewport: DESKTOP, env: WITH_EXTERNAL_SERVICES });
// Blocks requests to Google; a test that needs the script stubs it.
test.beforeEach(({ context }) => context.route(GOOGLE, (route) => route.abort()));

async function open(page: Page, path = "/") {
  await page.goto(path);
  await waitForDeferredScripts(page);
}

const navigation = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
const servicesMenu = (page: Page) => navigation(page).locator("summary");

test.describe("top navigation", () => {
  test("links to the pages and marks the current page @long", async ({ page }) => {
    await open(page);
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: "Rukn" })).toHaveAttribute("href", "/");
    for (const [name, href] of [
      ["Home", "/"],
      ["Free Assessment", "/free-assessment"],
      ["Contact", "/contact"],
      ["Sign In", "/auth"],
      ["Get Free Assessment", "/free-assessment"],
    ] as const) {
      await expect(navigation(page).getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
    }
    await expect(navigation(page).getByRole("link", { name: "Home" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await page.mouse.wheel(0, 2_000);
    await expect(header).toBeInViewport();

    await navigation(page).getByRole("link", { name: "Contact", exact: true }).click();
    await expect(page).toHaveURL("/contact");
    await expect(navigation(page).getByRole("link", { name: "Contact" })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(navigation(page).getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");
  });

  test("lists the eight service pages, the emergency page and all services @long", async ({ page }) => {
    await open(page);
    await servicesMenu(page).click();
    const links = navigation(page).locator("details a");
    await expect(links).toHaveCount(10);
    const paths = await links.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect([...paths].sort()).toEqual(
      [
        "/services",
        "/services/carpentry",
        "/services/electrical",
        "/services/emergency",
        "/services/general-maintenance",
        "/services/handyman",
        "/services/hvac",
        "/services/painting",
        "/services/plumbing",
        "/services/tiling",
      ].sort(),
    );
    await links.filter({ hasText: "Plumbing" }).click();
    await expect(page).toHaveURL("/services/plumbing");
    await expect(links.first()).toBeHidden();
  });

  test("highlights Services on every path that begins with /services @long", async ({ page }) => {
    for (const [path, highlighted] of [
      ["/services", "underline"],
      ["/services/hvac", "underline"],
      ["/about", "none"],
    ] as const) {
      await page.goto(path);
      await expect(servicesMenu(page)).toHaveCSS("text-decoration-line", highlighted);
    }
  });

  test("works by keyboard alone", async ({ page }) => {
    await page.clock.install();
    await open(page);
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
    const links = navigation(page).locator("details a");
    await servicesMenu(page).focus();
    await page.keyboard.press("Enter");
    await expect(links.first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await expect(links.first()).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(links.nth(1)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect(links.last()).toBeFocused();
    await page.keyboard.press("Home");
    await expect(links.first()).toBeFocused();
    await page.keyboard.press("End");
    await expect(links.last()).toBeFocused();

    await page.keyboard.type("pa");
    expect(await focused()).toBe("Painting & Decoration");
    // Letters typed within a second form one search; later letters start a new one.
    await page.keyboard.type("c");
    expect(await focused()).toBe("Painting & Decoration");
    await page.clock.fastForward(1_000);
    await page.keyboard.type("c");
    expect(await focused()).toBe("Carpentry");

    await page.keyboard.press("Escape");
    await expect(links.first()).toBeHidden();
    await expect(servicesMenu(page)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(links.last()).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(links.first()).toBeHidden();
  });

  test("closes its menu on a click elsewhere @long", async ({ page }) => {
    await open(page);
    await servicesMenu(page).click();
    await expect(navigation(page).locator("details a").first()).toBeVisible();
    await page.mouse.click(700, 700);
    await expect(navigation(page).locator("details a").first()).toBeHidden();
  });

  test("shows the signed-in user and signs out @long", async ({ page }) => {
    await openAsAdmin(page, "/about");
    for (const [name, href] of [
      ["Dashboard", "/dashboard"],
      ["Admin", "/admin"],
    ] as const) {
      await expect(navigation(page).getByRole("link", { name })).toHaveAttribute("href", href);
    }
    await expect(navigation(page).locator("span").getByText("Admin", { exact: true })).toBeVisible();
    await expect(navigation(page).getByText("Online")).toBeVisible();
    await expect(navigation(page).getByRole("link", { name: "Sign In" })).toBeHidden();
    await navigation(page).getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("You have been signed out successfully.")).toBeVisible();
    await expect(navigation(page).getByRole("link", { name: "Sign In" })).toBeVisible();
  });
});

test.describe("mobile menu", () => {
  test.use({ viewport: PHONE });
  const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
  const toggle = (page: Page) => page.getByRole("button", { name: "Open menu" });

  test("traps focus and locks page scrolling, and restores both on Escape", async ({ page }) => {
    await open(page);
    await toggle(page).click();
    await expect(menu(page)).toBeVisible();
    await page.mouse.wheel(0, 1_500);
    await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    for (let step = 0; step < 30; step++) {
      await page.keyboard.press("Tab");
      const outside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest("#menu"),
      );
      expect(outside, "the focus left the menu").toBe(false);
    }
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeHidden();
    await expect(toggle(page)).toBeFocused();
    await page.mouse.wheel(0, 500);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  });

  test("closes when a link or its button is pressed @long", async ({ page }) => {
    await open(page);
    await toggle(page).click();
    await menu(page).getByRole("button", { name: "Close menu" }).click();
    await expect(menu(page)).toBeHidden();
    await toggle(page).click();
    await menu(page).getByRole("link", { name: "Painting & Decoration" }).click();
    await expect(page).toHaveURL("/services/painting");
    await expect(menu(page)).toBeHidden();
    await expect(page.locator("html")).not.toHaveCSS("overflow-y", "hidden");
  });

  test("shows sign-in to visitors and account links to signed-in users @long", async ({ page }) => {
    await open(page);
    await toggle(page).click();
    await expect(menu(page).getByRole("link", { name: "Sign In" })).toBeVisible();
    await expect(menu(page).getByRole("link", { name: "Get Free Assessment" })).toBeVisible();
    await openAsAdmin(page, "/");
    await toggle(page).click();
    for (const [name, href] of [
      ["My Dashboard", "/dashboard"],
      ["Settings", "/user-settings"],
      ["Admin Portal", "/admin"],
    ] as const) {
      await expect(menu(page).getByRole("link", { name })).toHaveAttribute("href", href);
    }
    await menu(page).getByRole("button", { name: "Sign Out" }).click();
    await expect(menu(page)).toBeHidden();
    await expect(page.getByText("You have been signed out successfully.")).toBeVisible();
  });
});

test("opens the menus without JavaScript", async ({ browser }) => {
  const desktop = await newPage(browser, { viewport: DESKTOP, javaScriptEnabled: false });
  await desktop.goto("/");
  await servicesMenu(desktop).click();
  await expect(navigation(desktop).locator("details a").first()).toBeVisible();
  await desktop.context().close();

  const phone = await newPage(browser, { viewport: PHONE, javaScriptEnabled: false });
  await phone.goto("/");
  await phone.getByRole("button", { name: "Open menu" }).click();
  await phone.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Contact" }).click();
  await expect(phone).toHaveURL("/contact");
  await expect(phone.getByRole("contentinfo").getByRole("link", { name: "Call Now" })).toHaveAttribute(
    "href",
    /^tel:\+\d+$/,
  );
  await phone.context().close();
});

test("replays clicks from before hydration", async ({ browser }) => {
  const page = await newPage(browser, { viewport: DESKTOP });
  const releaseScripts = await openWithBlockedScripts(page, "/");
  await page.getByRole("button", { name: "Minimise WhatsApp" }).click();
  releaseScripts();
  await expect(page.getByRole("button", { name: "Open WhatsApp" })).toBeVisible();

  // booking-form.spec.ts types before hydration.
  if (!isLongRun) return page.context().close();
  const releaseNextScripts = await openWithBlockedScripts(page, "/amc-packages");
  // The page has a table and, for phones, cards; both are visible before the styles load.
  await page.getByRole("table").getByRole("link", { name: "Choose Premium" }).click();
  releaseNextScripts();
  await expect(page.getByRole("radio", { name: "Premium" })).toBeChecked();

  const releaseLastScripts = await openWithBlockedScripts(page, "/bookings?service=electrical");
  const service = page.getByLabel("Service", { exact: true });
  await service.selectOption("painting");
  releaseLastScripts();
  await waitForDeferredScripts(page);
  await expect(page.getByRole("button", { name: "Verify" })).toBeVisible();
  await expect(service).toHaveValue("painting");
  await page.context().close();
});

test("shows the previous page on Back after a reload, also before hydration @turn-4", async ({ browser }) => {
  const page = await newPage(browser, { viewport: DESKTOP });
  await open(page);
  await navigation(page).getByRole("link", { name: "Contact" }).click();
  const contact = page.getByRole("heading", { name: "Send us a message" });
  await expect(contact).toBeVisible();
  const releaseScripts = await blockScripts(page);
  await page.reload({ waitUntil: "commit" });
  await expect(contact).toBeVisible();
  // The page's inline script comes after its content.
  await page.waitForFunction(() => window.earlyClicks !== undefined);
  await page.goBack({ waitUntil: "commit" });
  const home = page.getByRole("heading", { name: "Crafted for a City That Never Stops" });
  await expect(home).toBeVisible();
  releaseScripts();
  await waitForDeferredScripts(page);
  await expect(home).toBeVisible();
  await page.goForward();
  await expect(contact).toBeVisible();
  await page.context().close();
});

test("reveals skip links on keyboard focus and moves to their targets", async ({ page }) => {
  await open(page);
  for (const [name, target] of [
    ["Skip to main content", "#main"],
    ["Skip to navigation", "#navigation"],
    ["Skip to footer", "#footer"],
  ] as const) {
    const link = page.getByRole("link", { name });
    await link.focus();
    await expect(link).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page.locator(target)).toBeFocused();
  }
});

test("shows contacts, links and company details in the footer @long", async ({ page }) => {
  await open(page);
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByText("Need Urgent Maintenance?")).toBeVisible();
  await expect(footer.getByText("24/7 Emergency Service • 2-Hour Response Time")).toBeVisible();
  await expect(footer.getByRole("link", { name: "Call Now" })).toHaveAttribute("href", /^tel:\+?\d+$/);
  const chat = await footer.getByRole("link", { name: "WhatsApp Us" }).getAttribute("href");
  expect(chat).toMatch(/^https:\/\/wa\.me\/\d+\?text=/);
  expect(new URL(chat!).searchParams.get("text")).toBe(
    "Hello! I'm interested in your building maintenance services.",
  );
  const quickLinks = footer.getByRole("navigation", { name: "Quick links" });
  const links = await quickLinks
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute("href")]));
  expect(links).toEqual([
    ["Home", "/"],
    ["Services", "/services"],
    ["About", "/about"],
    ["Contact", "/contact"],
  ]);
  await expect(footer.getByText("Dubai, UAE")).toBeVisible();
  await expect(footer.getByRole("link", { name: /^\+971/ })).toHaveAttribute("href", /^tel:\+\d+$/);
  await expect(footer.getByRole("link", { name: "Instagram" })).toHaveAttribute("href", /instagram\.com/);
  const year = new Intl.DateTimeFormat("en", { year: "numeric", timeZone: "Asia/Dubai" }).format(new Date());
  await expect(footer.getByText(`© ${year} Rukn`)).toBeVisible();
  await expect(footer.getByRole("link", { name: "Privacy Policy" })).toHaveAttribute(
    "href",
    "/privacy-policy",
  );
  await expect(footer.getByRole("link", { name: "Terms of Service" })).toHaveAttribute(
    "href",
    "/terms-of-service",
  );
  await expect(footer.getByRole("link", { name: "Contact Us" })).toHaveAttribute("href", /^mailto:/);
});

test.describe("chat button", () => {
  const chat = (page: Page) => page.getByRole("link", { name: "Chat with us on WhatsApp" });
  const minimise = (page: Page) => page.getByRole("button", { name: "Minimise WhatsApp" });
  const reopen = (page: Page) => page.getByRole("button", { name: "Open WhatsApp" });
  const tooltip = (page: Page) => page.locator("span[aria-hidden]", { hasText: "Chat with us on WhatsApp" });

  test("shows the chat link in the corner with a prefilled message and a tooltip @long", async ({ page }) => {
    await open(page);
    const href = new URL((await chat(page).getAttribute("href"))!);
    expect(href.hostname).toBe("wa.me");
    expect(href.searchParams.get("text")).toBe("Hello! I need help with building maintenance.");
    const box = await boxOf(chat(page));
    expect(DESKTOP.width - box.x - box.width).toBeLessThan(40);
    expect(DESKTOP.height - box.y - box.height).toBeLessThan(40);

    await expect(tooltip(page)).toHaveCSS("opacity", "0");
    await chat(page).hover();
    await expect(tooltip(page)).toHaveCSS("opacity", "1");
    await page.keyboard.press("Escape");
    await expect(tooltip(page)).toHaveCSS("opacity", "0");
    await page.mouse.move(5, 300);
    await page.keyboard.press("Tab");
    await chat(page).focus();
    await expect(tooltip(page)).toHaveCSS("opacity", "1");
  });

  test("stays minimised across pages and reopens @long", async ({ page }) => {
    await open(page);
    await minimise(page).click();
    await expect(chat(page)).toBeHidden();
    await expect(reopen(page)).toBeFocused();
    const box = await boxOf(reopen(page));
    expect(box.width).toBeLessThan(45);
    await open(page, "/about");
    await expect(reopen(page)).toBeVisible();
    await reopen(page).click();
    await expect(chat(page)).toBeFocused();
    await page.reload();
    await expect(chat(page)).toBeVisible();
  });

  test("hides where it would cover the summary beside a form @long", async ({ page }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await open(page, "/bookings");
    // Text of the panel, without buttons, is at the position of the chat.
    const panel = page.getByRole("region", { name: "At a glance" });
    const corner = page.locator("aside").filter({ has: page.locator('a[href*="wa.me"]') });
    const box = await boxOf(corner);
    await panel.evaluate((one, y) => window.scrollBy(0, one.getBoundingClientRect().top - y + 80), box.y);
    await expect(chat(page)).toBeHidden();
  });

  test("hides over form fields and moves into the bar on a phone @long", async ({ page }) => {
    await open(page);
    // Tablet: the form is as wide as the page.
    await page.setViewportSize({ width: 768, height: 1024 });
    const box = await boxOf(chat(page));
    await page
      .locator('form[data-form="/api/handle-booking"] button[type="submit"]')
      .evaluate((button, y) => {
        window.scrollBy(0, button.getBoundingClientRect().top - y);
      }, box.y);
    await expect(chat(page)).toBeHidden();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(chat(page)).toBeVisible();

    await page.setViewportSize(PHONE);
    await page.getByRole("button", { name: "No, thanks" }).click();
    const bar = page.getByRole("navigation", { name: "Quick actions" });
    await expect(bar.getByRole("link")).toHaveText(["Call", "", "WhatsApp", "Book"]);
    await expect(bar.getByRole("link", { name: "Emergency line" })).toBeVisible();
    await expect(chat(page)).toHaveCount(1);
    const inBar = bar.getByRole("link", { name: "Chat with us on WhatsApp" });
    const href = new URL((await inBar.getAttribute("href"))!);
    expect(href.searchParams.get("text")).toBe("Hello! I need help with building maintenance.");
    await expect(minimise(page)).toBeHidden();
    await expect(page.getByRole("contentinfo").getByText("©")).toBeVisible();
  });
});

test.describe("consent", () => {
  const banner = (page: Page) => page.getByRole("region", { name: "Cookies for statistics" });
  const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("consent") ?? "null"));

  test("asks with equal buttons and loads nothing from Google before consent", async ({ page }) => {
    const googleRequests: string[] = [];
    await page.route(GOOGLE, (route) => {
      googleRequests.push(route.request().url());
      return route.abort();
    });
    await open(page);
    await expect(banner(page)).toBeVisible();
    const refuse = banner(page).getByRole("button", { name: "No, thanks" });
    const allow = banner(page).getByRole("button", { name: "Allow" });
    // Refusing is as easy as allowing: same size and contrast.
    const [no, yes] = [await boxOf(refuse), await boxOf(allow)];
    expect([no.width, no.height]).toEqual([yes.width, yes.height]);
    const look = (element: Element) => getComputedStyle(element).backgroundColor;
    expect(await refuse.evaluate(look)).toBe(await allow.evaluate(look));

    await servicesMenu(page).click();
    await refuse.click();
    await expect(banner(page)).toBeHidden();
    expect(await stored(page)).toMatchObject({ version: 1, analytics: false, at: expect.any(String) });
    await open(page, "/services");
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(banner(page)).toBeHidden();
    expect(googleRequests).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  test("hides the banner during other messages on a phone and leaves the focused field uncovered @long", async ({
    page,
  }) => {
    await page.route(GOOGLE, (route) => route.abort());
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, "/contact");
    await expect(banner(page)).toBeVisible();
    const email = page.getByLabel("Email", { exact: true });
    await email.evaluate((field) => {
      window.scrollTo({
        top: field.getBoundingClientRect().top - window.innerHeight + 20,
        behavior: "instant",
      });
    });
    await email.focus();
    const [field, question] = [email, banner(page)];
    await expect(async () => {
      const [focused, over] = [await boxOf(field), await boxOf(question)];
      expect(focused.y + focused.height).toBeLessThanOrEqual(over.y);
    }).toPass();

    await answerSecurityCheck(page, 1);
    await expect(page.getByText("Incorrect Answer")).toBeVisible();
    await expect(banner(page)).toBeHidden();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(banner(page)).toBeVisible();
  });

  test("loads Google Analytics after consent, without keys or references, and withdraws consent", async ({
    page,
  }) => {
    await page.route(GOOGLE, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "document.cookie = '_ga=GA1.1.1.1; path=/';" }),
    );
    await open(page, "/bookings/BK-2026-000001?key=secret");
    const loaded = page.waitForResponse(/googletagmanager\.com\/gtag\/js\?id=G-TEST123/);
    await banner(page).getByRole("button", { name: "Allow" }).click();
    await loaded;
    expect(await stored(page)).toMatchObject({ analytics: true });
    const analyticsEntries = () =>
      page.evaluate(() => JSON.stringify(window.dataLayer?.map((entry) => Object.values(entry as object))));
    expect(await analyticsEntries()).toContain("/bookings/:id");
    expect(await analyticsEntries()).not.toMatch(/secret|BK-2026/);
    await expect.poll(() => page.context().cookies()).toHaveLength(1);

    // The next page loads it without a question and reports clicks.
    await open(page);
    await expect.poll(analyticsEntries).toContain('"page_view"');
    await page.getByRole("contentinfo").getByRole("button", { name: "Cookie Settings" }).click();
    const settings = page.getByRole("dialog", { name: "Cookie Settings" });
    await expect(settings.getByText(/^You allowed it on/)).toBeVisible();
    await settings.getByRole("button", { name: "No, thanks" }).click();
    await expect(settings.getByText(/^You declined it on/)).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, "ga-disable-G-TEST123"))).toBe(true);
    expect(await page.context().cookies()).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(settings).toBeHidden();
  });

  test("treats a Global Privacy Control signal as refused consent", async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }));
    await open(page);
    await expect(page.getByRole("link", { name: "Chat with us on WhatsApp" })).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });
});

test.describe("visit tracking", () => {
  interface TrackedEvent {
    name: string;
    path: string;
    details: Record<string, unknown>;
  }

  /** Collects all events sent to /api/events, after making the page flush its queue. */
  async function trackEvents(page: Page) {
    await page.addInitScript(() => {
      const bodies: Promise<string>[] = [];
      Object.assign(window, { bodies });
      const send = navigator.sendBeacon.bind(navigator);
      navigator.sendBeacon = (url, body) => {
        if (String(url).endsWith("/api/events")) bodies.push((body as Blob).text());
        return send(url, body);
      };
      // Call and chat links would leave the page.
      document.addEventListener("click", (event) => {
        const link = (event.target as Element).closest("a");
        if (link && /^(tel|https):/.test(link.href)) event.preventDefault();
      });
    });
    return async (): Promise<TrackedEvent[]> => {
      const texts = await page.evaluate(() => {
        window.dispatchEvent(new Event("pagehide"));
        return Promise.all(Reflect.get(window, "bodies") as Promise<string>[]);
      });
      return texts.flatMap((text) => JSON.parse(text).events);
    };
  }

  test("counts page views, calls, chats, buttons and page sections without a cookie", async ({ page }) => {
    const loadEvents = await trackEvents(page);
    const answered = page.waitForResponse("**/api/events");
    await open(page);
    const footer = page.getByRole("contentinfo");
    await footer.getByRole("link", { name: "Call Now" }).click();
    await footer.getByRole("link", { name: /^\+971/ }).click();
    await footer.getByRole("link", { name: "WhatsApp Us" }).click();
    await page.getByRole("region", { name: "Why choose us" }).scrollIntoViewIfNeeded();
    await expect.poll(async () => (await loadEvents()).map(({ name }) => name)).toContain("section_view");
    await page.evaluate(() => window.scrollTo(0, 0));
    await navigation(page).getByRole("link", { name: "Get Free Assessment" }).click();
    await expect
      .poll(loadEvents)
      .toContainEqual({ name: "page_view", path: "/free-assessment", details: {} });
    const events = await loadEvents();
    const of = (name: string) => events.filter((event) => event.name === name).map(({ details }) => details);
    expect(events).toContainEqual({ name: "page_view", path: "/", details: {} });
    expect(of("phone_call")).toEqual([
      { place: "footer", line: "emergency" },
      { place: "footer", line: "office" },
    ]);
    expect(of("emergency_request")).toEqual([{ place: "footer", by: "phone" }]);
    expect(of("whatsapp_click")).toEqual([{ place: "footer" }]);
    expect(of("cta_click")).toContainEqual({
      place: "header",
      to: "/free-assessment",
      label: "Get Free Assessment",
    });
    expect(JSON.stringify(events)).not.toMatch(/@|\d{7}/);
    expect((await answered).status()).toBe(202);
    expect(await page.context().cookies()).toEqual([]);
  });

  test("counts each scrolled quarter of a page once @long", async ({ page }) => {
    const loadEvents = await trackEvents(page);
    await open(page, "/about");
    for (const _ of [1, 2]) {
      for (const part of [0.25, 0.5, 0.75, 1, 0]) {
        await page.evaluate((part) => window.scrollTo(0, document.body.scrollHeight * part), part);
        await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next))));
      }
    }
    const depths = async (path: string) =>
      (await loadEvents())
        .filter((event) => event.name === "scroll_depth" && event.path === path)
        .map(({ details }) => details.percent);
    expect(await depths("/about")).toEqual([25, 50, 75, 100]);
    await page.getByRole("contentinfo").getByRole("link", { name: "Services" }).click();
    await expect.poll(loadEvents).toContainEqual({ name: "page_view", path: "/services", details: {} });
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => depths("/services")).toEqual([25, 50, 75, 100]);
  });

  test("counts each section of a page opened by client-side navigation once @long", async ({ page }) => {
    const loadEvents = await trackEvents(page);
    await open(page, "/contact");
    await navigation(page).getByRole("link", { name: "Home", exact: true }).click();
    const viewedSections = async () =>
      (await loadEvents())
        .filter((event) => event.name === "section_view" && event.path === "/")
        .map(({ details }) => details.section);
    const [pillars, process] = ["Why choose us", "From first inspection to final handover"].map((name) =>
      page.getByRole("region", { name }).getByRole("heading", { level: 2 }),
    );
    await pillars!.scrollIntoViewIfNeeded();
    await expect.poll(viewedSections).toContain("pillars-title");
    await process!.scrollIntoViewIfNeeded();
    await expect.poll(viewedSections).toContain("process-title");
    await pillars!.scrollIntoViewIfNeeded();
    await page.evaluate(() => window.scrollTo(0, 0));
    const sections = await viewedSections();
    expect(new Set(sections).size).toBe(sections.length);
  });

  test("counts a call made before hydration @long", async ({ page }) => {
    const loadEvents = await trackEvents(page);
    const releaseScripts = await openWithBlockedScripts(page, "/");
    await page.locator("main").getByRole("link", { name: "Emergency Call-Out" }).click();
    releaseScripts();
    await waitForDeferredScripts(page);
    await expect.poll(loadEvents).toContainEqual({
      name: "phone_call",
      path: "/",
      details: { place: "main", line: "emergency" },
    });
  });

  test("counts started, rejected and submitted forms @long", async ({ page }) => {
    const loadEvents = await trackEvents(page);
    await open(page);
    const form = page.locator('form[data-form="/api/handle-booking"]');
    await form.getByLabel("Full name").fill("Omar Haddad");
    await form.getByLabel("Email", { exact: true }).fill("omar.counted@example.com");
    await form.getByLabel("Service", { exact: true }).selectOption("plumbing");
    const question = page.getByText(/^\d+ \+ \d+ = \?$/);
    const [a = 0, b = 0] = ((await question.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
    await securityAnswerField(form).fill(String(a + b));
    await securityAnswerField(form).press("Enter");
    await expect(page.getByText("You may now proceed with your booking.")).toBeVisible();
    await form.getByRole("button", { name: "Submit Booking" }).click();
    await expect(page.getByText("Phone number is required")).toBeVisible();
    await form.getByLabel(/phone number/).fill("0501234567");
    await form.getByLabel("Street address").fill("Al Marsa Street");
    await form.getByRole("button", { name: "Submit Booking" }).click();
    await expect(page).toHaveURL(/\/bookings\/BK-/);
    const events = await loadEvents();
    const of = (name: string) => events.filter((event) => event.name === name).map(({ details }) => details);
    expect(of("journey_milestone")).toEqual([{ milestone: "form_started", form: "/api/handle-booking" }]);
    expect(of("form_submit_error")).toEqual([{ form: "/api/handle-booking", reason: "invalid" }]);
    expect(of("form_submit_success")).toEqual([{ form: "/api/handle-booking" }]);
    expect(of("service_booking")).toEqual([{ service: "plumbing" }]);
    expect(JSON.stringify(events)).not.toMatch(/omar|501234567|BK-/i);
  });
});

test.describe("browser logs", () => {
  const log = (page: Page, name: string) =>
    page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "[]"), name);

  test("logs at most a hundred uncaught errors and leaves the screen unchanged @long", async ({
    page,
    product,
  }) => {
    const logRequests: unknown[] = [];
    await page.route("**/api/client-errors", async (route) => {
      logRequests.push(route.request().method());
      await route.continue();
    });
    await open(page, "/about?key=secret");
    const answered = page.waitForResponse("**/api/client-errors");
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error("No luck for somebody@example.com");
      });
      void Promise.reject(new Error("Not recorded"));
    });
    expect((await answered).status()).toBe(202);
    await expect.poll(() => log(page, "client_errors")).toHaveLength(2);
    const entries = await log(page, "client_errors");
    expect(entries).toContainEqual({
      message: "No luck for [email]",
      stack: expect.stringContaining("Error"),
      url: `${product.origin}/about`,
      timestamp: expect.stringMatching(/Z$/),
      userAgent: expect.stringContaining("Chrome"),
      severity: "high",
    });
    expect(JSON.stringify(entries)).not.toMatch(/secret|somebody/);
    await expect(page.getByRole("contentinfo")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: /\S/ })).toHaveCount(0);

    await page.evaluate(() => {
      for (let at = 0; at < 120; at++) setTimeout(() => Promise.reject(new Error(`Error ${at}`)));
    });
    await expect.poll(async () => (await log(page, "client_errors")).at(-1)?.message).toBe("Error 119");
    expect(await log(page, "client_errors")).toHaveLength(100);
    expect(logRequests.length).toBeLessThanOrEqual(10);
  });

  test("logs failed sign-ins, marks five of one account as suspicious and drops old entries @long", async ({
    page,
  }) => {
    const securityEvents: { type: string }[] = [];
    await page.route("**/api/security-events", async (route) => {
      securityEvents.push(route.request().postDataJSON());
      await route.continue();
    });
    await open(page, "/auth");
    await page.evaluate(() => {
      const old = { type: "auth_failure", message: "Old", userId: null, metadata: {}, userAgent: "" };
      const timestamp = new Date(Date.now() - 25 * 3_600_000).toISOString();
      localStorage.setItem("security_events", JSON.stringify([{ ...old, timestamp }]));
    });
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByLabel("Password", { exact: true }).fill("a wrong password");
    for (let attempt = 1; attempt <= 5; attempt++) {
      const answered = page.waitForResponse("**/api/auth/sign-in/email");
      await page.locator("form").getByRole("button", { name: "Sign In" }).click();
      expect((await answered).status()).toBe(401);
      await expect
        .poll(async () => (await log(page, "security_events")).length)
        .toBeGreaterThanOrEqual(attempt);
    }
    await expect.poll(() => securityEvents.length).toBe(6);
    const entries: { type: string; message: string }[] = await log(page, "security_events");
    expect(entries.map(({ type }) => type)).toEqual([
      ...Array(5).fill("auth_failure"),
      "suspicious_activity",
    ]);
    expect(securityEvents.map(({ type }) => type).sort()).toEqual(entries.map(({ type }) => type).sort());
    expect(JSON.stringify(entries)).not.toMatch(/nobody|wrong password/);
  });

  test("logs reached rate limits @long", async ({ page }) => {
    await page.route("**/api/session", (route) =>
      route.fulfill({ status: 429, json: { success: false, reason: "rate-limited", message: "Slowly" } }),
    );
    await open(page);
    const loggedTypes = async () =>
      (await log(page, "security_events")).map(({ type }: { type: string }) => type);
    await expect.poll(loggedTypes).toEqual(["rate_limit"]);
    // Parts that load later need the session, too, and do not request it again.
    await page.getByLabel("Full name").fill("Priya Nair");
    await waitForDeferredScripts(page);
    expect(await loggedTypes()).toEqual(["rate_limit"]);
  });
});

test.describe("production mode", () => {
  /** True if the page prevented the default action of the latest right-click or key. */
  async function preventsDefault(page: Page, act: () => Promise<void>): Promise<boolean> {
    await act();
    return page.evaluate(() => Reflect.get(window, "latestStopped"));
  }

  test("blocks developer tools and keeps other keys and menus @long", async ({ page }) => {
    await page.addInitScript(() => {
      const note = (event: Event) => Object.assign(window, { latestStopped: event.defaultPrevented });
      window.addEventListener("contextmenu", note);
      window.addEventListener("keydown", note);
    });
    await open(page);
    const title = page.getByRole("heading", { level: 1 });
    const rightClick = (on: Locator) => preventsDefault(page, () => on.click({ button: "right" }));
    expect(await rightClick(title)).toBe(true);
    await page.getByLabel("Full name").scrollIntoViewIfNeeded();
    await expect(page.getByRole("button", { name: "Verify" })).toBeAttached();
    expect(await rightClick(page.getByLabel("Full name"))).toBe(false);
    expect(await rightClick(navigation(page).getByRole("link", { name: "Contact" }))).toBe(false);

    const press = (key: string) => preventsDefault(page, () => page.keyboard.press(key));
    for (const key of ["F12", "Control+Shift+I", "Control+Shift+J", "Control+Shift+C", "Control+u"]) {
      expect(await press(key), key).toBe(true);
    }
    for (const key of ["Control+c", "Control+v", "Control+a", "Control+f", "Tab", "u", "ArrowDown"]) {
      expect(await press(key), key).toBe(false);
    }
    // Selected text can be copied from the context menu.
    await title.selectText();
    expect(await rightClick(title)).toBe(false);
  });

  test("warns of a frame on another site @long", async ({ page, product }) => {
    await page.route("/about", async (route) => {
      const answer = await route.fetch();
      const headers = { ...answer.headers() };
      // Simulates a browser without support for these headers.
      delete headers["content-security-policy"];
      delete headers["x-frame-options"];
      await route.fulfill({ response: answer, headers });
    });
    await page.route("http://stranger.example/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<iframe src="${product.origin}/about" width="900" height="700"></iframe>`,
      }),
    );
    const warning = page.waitForEvent("console", (message) =>
      message.text().includes("frame of another site"),
    );
    await page.goto("http://stranger.example/");
    expect((await warning).type()).toBe("warning");
  });
});

for (const [device, size] of Object.entries({ phone: PHONE, desktop: DESKTOP })) {
  test(`accessibility: the site frame passes the checks on a ${device}`, async ({ browser }) => {
    const page = await newPage(browser, { viewport: size, reducedMotion: "reduce" });
    await open(page, "/about");
    await expect(page.getByRole("region", { name: "Cookies for statistics" })).toBeVisible();
    await expectGoodLayout(page, [size]);
    await page.getByRole("button", { name: "No, thanks" }).click();
    if (device === "phone") await page.getByRole("button", { name: "Open menu" }).click();
    else await servicesMenu(page).click();
    await expectGoodLayout(page, [size]);
    await page.keyboard.press("Escape");
    // A phone has the chat in the bar.
    if (device === "desktop") await page.getByRole("button", { name: "Minimise WhatsApp" }).click();
    await page.getByRole("button", { name: "Cookie Settings" }).click();
    await expectGoodLayout(page, [size]);
    await page.context().close();
  });
}

async function newPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  await context.route(GOOGLE, (route) => route.abort());
  return context.newPage();
}
