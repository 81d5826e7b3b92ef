import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { addDays, dubaiDate, weekdayOf } from "../../app/platform/time";
import { isLongRun, rounds, seedOfRun } from "../../test/faults/rounds";
import { openDayFrom, quietDay } from "../harness/days";
import { expect, test } from "../harness/fixture";
import { book, boxOf, fillSignIn, openAsAdmin, requestBooking } from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/** Dispatch board by mouse, keyboard and touch, with a colleague's board open in another browser. */

test.use({ viewport: { width: 1440, height: 900 } });

/** Shows the whole day, so that every hour is a drop target. */
const WHOLE_DAY = JSON.stringify({ density: null, zoom: "fit", night: false });

/** Sample handymen without zones. Farid's certificate has expired. */
const SAMUEL = "Samuel Okafor";
const ARNEL = "Arnel Santos";
const FARID = "Farid Haddad";

const CUSTOMER = "Lubna Haddad";
const requestHandyman = (visitor: APIRequestContext, bookingFields: Record<string, unknown> = {}) =>
  requestBooking(visitor, { customerName: CUSTOMER, service: "handyman", message: "", ...bookingFields });

/** Sends API requests with the session of the page. */
const apiClient = (page: Page) => async (path: string, data: object) => {
  const answer = await page.request.post(`/api/admin/${path}`, { data });
  expect(answer.status(), await answer.text()).toBeLessThan(300);
  return answer.json();
};

async function openBoard(page: Page, day: string) {
  await page.addInitScript((view) => localStorage.setItem("board-view", view), WHOLE_DAY);
  await openAsAdmin(page, `/admin/calendar?date=${day}`);
  await expect(page.getByRole("group", { name: SAMUEL })).toBeVisible();
}

const row = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const visitsOf = (page: Page, name: string) => row(page, name).locator("[data-visit]");
const unassignedQueue = (page: Page) => page.getByRole("complementary", { name: "Unassigned" });
/** Unassigned work of this file; the sample has more. */
const queuedWork = (page: Page) => unassignedQueue(page).getByRole("button", { name: CUSTOMER });
const announcement = (page: Page) => page.getByRole("main").locator("footer").getByRole("status");

/** Chooses an action of the open visit from its menu. */
async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "More", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name, exact: true }).press("Enter");
}

/** Middle of a technician's row at a time within working hours. */
async function pointAt(page: Page, name: string, time: string) {
  const box = await boxOf(row(page, name).locator(".board-lane"));
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const above = await boxOf(page.locator(`[data-hour="${hour * 60}"]`));
  return { x: above.x + (above.width * minute) / 60, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 6, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 8 });
  // A dragged item moves once per frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await page.mouse.up();
}

/** Just inside the start of an element, so that a dropped visit starts at the drop point. */
async function startOf(locator: Locator) {
  await locator.scrollIntoViewIfNeeded();
  const box = await boxOf(locator);
  return { x: box.x + 3, y: box.y + box.height / 2 };
}

/** Counts clicks and edited fields on pages opened afterwards. */
async function countInteractions(page: Page) {
  await page.addInitScript(() => {
    const counter = window as unknown as { interactions: number };
    counter.interactions = 0;
    let lastField: EventTarget | null = null;
    window.addEventListener("click", () => counter.interactions++, { capture: true });
    window.addEventListener(
      "input",
      ({ target }) => {
        if (target !== lastField) counter.interactions++;
        lastField = target;
      },
      { capture: true },
    );
  });
  return {
    reset: () => page.evaluate(() => Object.assign(window, { interactions: 0 }) && undefined),
    count: () => page.evaluate(() => (window as unknown as { interactions: number }).interactions),
  };
}

test("places, moves, resizes and undoes visits by mouse and updates a colleague's board live @turn-1", async ({
  browser,
  page,
  request: visitor,
}) => {
  const day = quietDay(83);
  const reference = await requestHandyman(visitor);
  const other = await requestHandyman(visitor);
  await openBoard(page, day);
  await expectAccessible(page);
  const colleague = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openBoard(colleague, day);

  // Placing a request confirms it.
  const waiting = queuedWork(page);
  await expect(waiting).toHaveCount(2);
  // Queue cards are dragged by a point 15 minutes after their start.
  await drag(page, await startOf(waiting.first()), await pointAt(page, SAMUEL, "10:15"));
  await expect(announcement(page)).toContainText(`${SAMUEL}, 10:00`);
  const visit = (name: string) => visitsOf(page, name);
  await expect(visit(SAMUEL)).toHaveAccessibleName(/10:00\sam? ?– ?11:00|10:00 – 11:00/i);
  await expect(visitsOf(colleague, SAMUEL)).toHaveCount(1);
  await expect(queuedWork(colleague)).toHaveCount(1);
  // A second live board takes half of the processor's time.
  if (!isLongRun) await colleague.close();

  // To another technician, later.
  await drag(page, await startOf(visit(SAMUEL)), await pointAt(page, ARNEL, "13:00"));
  await expect(announcement(page)).toContainText(`${ARNEL}, 1:00`);
  if (isLongRun) await expect(visitsOf(colleague, ARNEL)).toHaveAccessibleName(/1:00 – 2:00/);

  // Extends the visit by dragging its end.
  const box = await boxOf(visit(ARNEL));
  const until15 = await pointAt(page, ARNEL, "15:00");
  await drag(page, { x: box.x + box.width - 2, y: until15.y }, until15);
  await expect(visit(ARNEL)).toHaveAccessibleName(/1:00 – 3:00/);
  if (isLongRun) await expect(visitsOf(colleague, ARNEL)).toHaveAccessibleName(/1:00 – 3:00/);

  // Rejects an overlap: the visit returns and the board shows the reason.
  const at14 = await pointAt(page, ARNEL, "14:00");
  await drag(page, await startOf(queuedWork(page)), {
    x: at14.x + 20,
    y: at14.y,
  });
  await expect(announcement(page)).toContainText("already has a visit");
  await expect(visit(ARNEL)).toHaveCount(1);
  await expect(queuedWork(page)).toHaveCount(1);

  // A warning requires a reason.
  const pointAtFarid = await pointAt(page, FARID, "9:00");
  await drag(page, await startOf(queuedWork(page)), {
    x: pointAtFarid.x + 20,
    y: pointAtFarid.y,
  });
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("alert")).toContainText("certificate expired");
  await dialog.getByRole("button", { name: "Confirm and schedule" }).click();
  await expect(dialog.getByText("Please give a reason")).toBeVisible();
  await expect(dialog.getByLabel("Reason for assigning anyway")).toBeFocused();
  await dialog.getByLabel("Reason for assigning anyway").fill("The new card is in the post");
  await dialog.getByRole("button", { name: "Confirm and schedule" }).click();
  await expect(dialog).toBeHidden();
  await expect(visit(FARID)).toHaveCount(1);
  if (isLongRun) await expect(visitsOf(colleague, FARID)).toHaveCount(1);
  await expect(queuedWork(page)).toHaveCount(0);

  // Escape cancels the drag.
  await page.mouse.move((await startOf(visit(FARID))).x, (await startOf(visit(FARID))).y);
  await page.mouse.down();
  await page.mouse.move(at14.x, at14.y, { steps: 5 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(visit(FARID)).toHaveCount(1);

  // Moves the visit to the unassigned queue, then undoes everything, latest change first.
  const queueBox = await boxOf(unassignedQueue(page));
  await drag(page, await startOf(visit(FARID)), { x: queueBox.x + 80, y: queueBox.y + 200 });
  await expect(announcement(page)).toContainText("is unassigned");
  await expect(queuedWork(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(visit(FARID)).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(visit(FARID)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(visit(ARNEL)).toHaveAccessibleName(/1:00 – 2:00/);
  await page.keyboard.press("Control+z");
  await expect(visit(SAMUEL)).toHaveAccessibleName(/10:00 – 11:00/);
  await page.keyboard.press("Control+z");
  await expect(queuedWork(page)).toHaveCount(2);

  if (isLongRun) {
    await expect(queuedWork(colleague)).toHaveCount(2);
    // Each change is in the audit log.
    for (const [booking, entries] of [
      [reference, ["Technician assigned", "Duration changed"]],
      [
        other,
        ["Technician unassigned", "The new card is in the post", /Confirmation undone|Visit cancelled/],
      ],
    ] as const) {
      await colleague.goto(`/admin/bookings?search=${booking}`);
      await colleague.getByRole("link", { name: booking }).first().click();
      for (const entry of entries) await expect(colleague.getByText(entry).first()).toBeVisible();
    }
    await colleague.close();
  }
});

test("places, moves, unassigns, cancels and undoes visits by keyboard, and moves one on a phone", async ({
  page,
  request: visitor,
}) => {
  const day = quietDay(83);
  await requestHandyman(visitor);
  await requestHandyman(visitor);
  await openBoard(page, day);
  const readCount = async (locator: Locator) => /\d+/.exec((await locator.textContent()) ?? "")?.[0];
  const heading = unassignedQueue(page).getByRole("heading").first();
  await expect(async () => {
    const count = await readCount(page.getByRole("link", { name: "Calendar" }));
    expect(Number(count)).toBeGreaterThanOrEqual(2);
    expect(await readCount(heading)).toBe(count);
  }, "the count beside Calendar is that of the queue").toPass();

  const dialog = page.getByRole("dialog");
  const place = async (technician: string, time: string) => {
    await queuedWork(page).first().focus();
    await page.keyboard.press("Enter");
    await dialog.getByLabel("Technician", { exact: true }).selectOption({ label: technician });
    await dialog.getByLabel("Date").fill(day);
    await dialog.getByLabel("Time", { exact: true }).fill(time);
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
  };
  await place(SAMUEL, "09:00");
  await place(ARNEL, "12:00");

  const samuels = visitsOf(page, SAMUEL);
  const arnels = visitsOf(page, ARNEL);
  await arnels.focus();
  await page.keyboard.press("ArrowDown");
  await expect(samuels).toBeFocused();

  await page.keyboard.press("Enter");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
  await dialog.getByLabel("Time", { exact: true }).fill("15:15");
  await dialog.getByLabel("Duration (minutes)").fill("90");
  await page.keyboard.press("Enter");
  await expect(samuels).toHaveAccessibleName(/3:15 – 4:45/);
  await expect(samuels).toBeFocused();

  await page.keyboard.press("Enter");
  await chooseAction(page, "Unassign");
  await expect(samuels).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(samuels).toHaveAccessibleName(/3:15 – 4:45/);

  await expect(announcement(page)).toContainText("change undone");
  const waiting = queuedWork(page);
  const countBefore = await waiting.count();
  await arnels.focus();
  await page.keyboard.press("Enter");
  await chooseAction(page, "Cancel this visit");
  await expect(arnels).toHaveCount(0);
  await expect(waiting).toHaveCount(countBefore + 1);
  await page.keyboard.press("Control+z");
  await expect(arnels).toHaveCount(1);

  // A phone shows the day as a list and moves visits with the same inspector.
  await page.setViewportSize({ width: 390, height: 844 });
  const list = page.getByRole("region", { name: SAMUEL });
  await list.getByRole("button", { name: "Handyman" }).click();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByLabel("Technician", { exact: true }).selectOption({ label: ARNEL });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByRole("region", { name: ARNEL }).getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page);
});

test("finds technicians by typing, sends a held request with one or two presses and drags by touch @long", async ({
  page,
  request: visitor,
}) => {
  const day = quietDay(55);
  await requestHandyman(visitor, { customerName: "Maha Haddad", preferredDate: day, preferredTime: "11:00" });
  await requestHandyman(visitor, { customerName: "Noor Haddad" });
  // The service names arrive after typing has started.
  const typed = Promise.withResolvers<void>();
  await page.route("**/api/services", async (route) => {
    await typed.promise;
    await route.continue();
  });
  const interactions = await countInteractions(page);
  await openBoard(page, day);

  await interactions.reset();
  await page.getByLabel("Who is free?").click();
  await page.getByLabel("Who is free?").fill("handyman mirdif 15:00");
  typed.resolve();
  await expect(page.getByText(/^Best: /)).toHaveCount(1);
  expect(await interactions.count()).toBe(2);
  await page.getByRole("button", { name: "Filters" }).click();
  await expect(page.getByLabel("Trade", { exact: true })).toHaveValue("handyman");
  await page.keyboard.press("Escape");
  await expect(row(page, "Imran Qureshi")).toHaveCount(0);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(row(page, "Imran Qureshi")).toBeVisible();

  await expect(blockOf(page, "Maha")).toHaveAccessibleName(/Held for a guest until/);
  const held = unassignedQueue(page).getByRole("listitem").filter({ hasText: "Maha" });
  await interactions.reset();
  await held.getByRole("button", { name: /^Confirm and send/ }).click();
  await expect(held).toBeHidden();
  expect(await interactions.count()).toBe(1);
  await expect(blockOf(page, "Maha")).toHaveAccessibleName(/Scheduled/);
  await expect(page.getByRole("button", { name: "Undo" })).toBeEnabled();

  await interactions.reset();
  await unassignedQueue(page).getByRole("button", { name: /Noor/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Technician", { exact: true })).not.toHaveValue("");
  await dialog.getByRole("button", { name: "Confirm and schedule" }).click();
  await expect(dialog).toBeHidden();
  await expect(unassignedQueue(page).getByRole("button", { name: /Noor/ })).toHaveCount(0);
  expect(await interactions.count()).toBe(2);

  // A long press starts the drag, and the page does not scroll.
  const finger = await page.context().newCDPSession(page);
  const from = await startOf(blockOf(page, "Maha"));
  const to = await pointAt(page, ARNEL, "13:00");
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  await touch("touchStart", { x: from.x + 4, y: from.y });
  await expect(blockOf(page, "Maha")).toHaveAttribute("data-dragged");
  await touch("touchMove", { x: from.x + 20, y: to.y });
  await touch("touchMove", { x: to.x + 4, y: to.y });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await touch("touchEnd");
  await expect(row(page, ARNEL).getByRole("button", { name: /Maha.*1:00/ })).toBeVisible();
});

test("dims unavailable technicians with a reason during a drag and marks the best match @long", async ({
  page,
  request: visitor,
}) => {
  const day = quietDay(97);
  await requestHandyman(visitor);
  await openBoard(page, day);
  const waiting = await startOf(queuedWork(page).first());
  await page.mouse.move(waiting.x, waiting.y);
  await page.mouse.down();
  await page.mouse.move(waiting.x + 20, waiting.y + 20, { steps: 3 });
  for (const [name, why] of [
    [FARID, "certificate expired"],
    ["Imran Qureshi", "not trained for this service"],
  ] as const) {
    await expect(row(page, name)).toHaveAttribute("data-fit", "no");
    await expect(row(page, name).locator("[data-why]")).toContainText(new RegExp(why, "i"));
    await expect(row(page, name).locator("[data-why]")).toBeVisible();
    await expect(row(page, name).locator(".board-lane")).toHaveCSS("opacity", "0.35");
  }
  const best = page.locator('[data-row][data-fit="best"]');
  await expect(best).toHaveCount(1);
  await expect(best.locator("[data-why]")).toHaveText(/^Best: .*free at \d+:\d\d/);
  const name = (await best.getAttribute("aria-label"))!;
  const [, hour = "", minute = "", half] = /(\d+):(\d\d)\s?(am|pm)/i.exec(await best.innerText())!;
  const start = `${(Number(hour) % 12) + (/pm/i.test(half!) ? 12 : 0)}:${minute}`;
  const to = await pointAt(page, name, start);
  await page.mouse.move(to.x + 20, to.y, { steps: 8 });
  await expect(page.locator(".board-ghost")).toHaveAttribute("data-verdict", "free");
  const pointAtFarid = await pointAt(page, FARID, start);
  await page.mouse.move(pointAtFarid.x + 20, pointAtFarid.y, { steps: 3 });
  await expect(page.locator(".board-ghost")).toHaveAttribute("data-verdict", "warned");
  await page.mouse.move(to.x + 20, to.y, { steps: 3 });
  await expect(page.locator(".board-ghost")).toHaveAttribute("data-verdict", "free");
  await page.mouse.up();
  await expect(visitsOf(page, name)).toHaveCount(1);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("stores row density, hour width and folded night hours, and always shows who is available @long", async ({
  page,
}) => {
  const day = quietDay(90);
  // Fixes the clock at 11:00 on that day.
  await page.clock.setFixedTime(new Date(`${day}T11:00:00+04:00`));
  await openAsAdmin(page, `/admin/calendar?date=${day}`);
  const technicianStatus = (name: string) => row(page, name).locator("[data-status]");
  const heightOf = async () => (await boxOf(row(page, SAMUEL))).height;
  const widthOf = async () => (await boxOf(page.locator('[data-hour="600"]'))).width;
  const clickButton = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const zones = row(page, "Joseph Mathew").getByText("Business Bay, Downtown Dubai", { exact: true });

  await expect.poll(heightOf).toBe(44);
  await clickButton("View options");
  for (const [density, height] of [
    ["Spacious", 64],
    ["Normal", 44],
    ["Compact", 28],
  ] as const) {
    await clickButton(density);
    await expect(page.getByRole("button", { name: density })).toHaveAttribute("aria-pressed", "true");
    await expect.poll(heightOf).toBe(height);
    await expect(technicianStatus(SAMUEL)).toHaveAttribute("data-status", "free");
    await expect(technicianStatus(SAMUEL)).toContainText("Free");
    await expect(technicianStatus(FARID)).toHaveAttribute("data-status", "closed");
    const [free, off] = await Promise.all(
      [SAMUEL, FARID].map((name) =>
        technicianStatus(name).evaluate((element) => getComputedStyle(element).color),
      ),
    );
    expect(free).not.toBe(off);
    await expect(zones).toHaveCount(density === "Spacious" ? 1 : 0);
  }
  await expectAccessible(page);

  // The working day fits at first.
  const initialWidth = await widthOf();
  await expect(page.locator('[data-hour="480"]')).toBeInViewport({ ratio: 1 });
  await expect(page.locator('[data-hour="1140"]')).toBeInViewport({ ratio: 1 });
  await clickButton("Zoom in");
  await clickButton("Zoom in");
  await expect(page.getByRole("button", { name: "Zoom in" })).toBeDisabled();
  await expect.poll(widthOf).toBeGreaterThan(initialWidth);
  const night = page.locator('[data-hour="60"]');
  await expect(night).toHaveCount(0);
  await clickButton("Show night hours");
  await expect(night).toHaveCount(1);

  await page.reload();
  await expect(night).toHaveCount(1);
  await expect.poll(heightOf).toBe(28);
  await expect.poll(widthOf).toBeGreaterThan(initialWidth);
  await clickButton("View options");
  await clickButton("Show night hours");
  await clickButton("Zoom out");
  await clickButton("Zoom out");
  await expect(page.getByRole("button", { name: "Zoom out" })).toBeDisabled();
  await expect.poll(widthOf).toBe(initialWidth);
});

test("shows available technicians on a phone and opens today at the current time @long", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openAsAdmin(page, `/admin/calendar?date=${quietDay(62)}`);
  const people = page.getByRole("region").filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(people.filter({ hasText: SAMUEL })).toContainText(/\d h booked/);
  await page.getByLabel("Who is free?").fill("handyman mirdif 15:00");
  await expect(page.getByText(/^Best: /)).toHaveCount(1);
  await expect(people.filter({ hasText: "Imran Qureshi" })).toHaveCount(0);
  await page.getByLabel("Who is free?").fill("");
  await expect(people.filter({ hasText: "Imran Qureshi" })).toBeVisible();
  await expectAccessible(page);

  // At this width the working day does not fit; past hours are scrolled out.
  await page.setViewportSize({ width: 1180, height: 820 });
  await page.goto("/admin/calendar");
  await expect(page.locator(".board-now")).toBeInViewport();
});

test("reassigns six visits of a sick technician in two clicks and lists who will be notified @long", async ({
  page,
  request: visitor,
}) => {
  const day = quietDay(62);
  const office = await page.context().newPage();
  await openBoard(office, day);
  const { technicians } = await (await office.request.get("/api/admin/technicians?search=samuel")).json();
  const customers = {
    Aisha: "08:00",
    Bushra: "09:30",
    Dana: "11:00",
    Hind: "12:30",
    Maha: "14:00",
    Rana: "15:30",
  };
  for (const [name, time] of Object.entries(customers)) {
    const { bookingId, booking } = await book(visitor, {
      ...{ customerName: `${name} Haddad`, service: "handyman", message: "" },
    });
    const response = await office.request.post(`/api/admin/bookings/${bookingId}/visits`, {
      data: {
        ...{ version: booking.version, technicianId: technicians[0].id, date: day },
        ...{ time, override: "For the journey" },
      },
    });
    expect(response.status(), await response.text()).toBe(200);
  }
  await office.close();
  await openBoard(page, day);
  await expect(visitsOf(page, SAMUEL)).toHaveCount(6);
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks++;
    await target.click();
  };
  await click(page.getByRole("button", { name: `Reassign visits of ${SAMUEL}` }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("radio", { name: "Sick" })).toBeChecked();
  await expect(dialog.getByRole("combobox", { name: /^Technician for BK-/ })).toHaveCount(6);
  await expect(dialog.getByText(/ will be emailed: /)).toHaveCount(6);
  await expectAccessible(page);
  await click(dialog.getByRole("button", { name: "Reassign all and add time off" }));
  await expect(dialog).toBeHidden();
  await expect(visitsOf(page, SAMUEL)).toHaveCount(0);
  expect(clicks).toBe(2);
  for (const name of Object.keys(customers)) await expect(blockOf(page, name)).toBeAttached();
  await expect(row(page, SAMUEL).locator(".board-time-off").first()).toBeAttached();
});

test("reassigns the visits of a technician who loses a skill @long", async ({ page, request: visitor }) => {
  const bookingFields = { customerName: CUSTOMER, service: "handyman", message: "" };
  const { bookingId, booking, reference } = await book(visitor, bookingFields);
  await openAsAdmin(page, "/admin/technicians");
  const name = "Nadia Rahman";
  const call = apiClient(page);
  const { technician } = await call("technicians", {
    ...{ name, email: "nadia.rahman@company.example", phone: "050 765 4321" },
  });
  const path = `technicians/${technician.id}`;
  await call(`${path}/skills`, { version: technician.version, serviceIds: ["handyman", "plumbing"] });
  await call(`bookings/${bookingId}/visits`, {
    ...{ version: booking.version, technicianId: technician.id, date: quietDay(69), time: "10:00" },
    override: "For the journey",
  });
  await page.goto(`/admin/${path}`);
  const person = page.getByRole("complementary", { name });
  await person.getByRole("button", { name: "Edit skills" }).click();
  await person.getByRole("checkbox", { name: "Handyman" }).uncheck();
  await person.getByRole("checkbox", { name: "Carpentry" }).check();
  await person.getByRole("button", { name: "Save" }).click();
  await expect(person.getByRole("link", { name: reference })).toBeVisible();
  await person.getByRole("button", { name: "Reassign these visits" }).click();
  await expect(person.getByRole("combobox", { name: `Technician for ${reference}` })).toBeVisible();
  await expectAccessible(page);
  await person.getByRole("button", { name: "Reassign all and save skills" }).click();
  await expect(person.getByRole("button", { name: "Edit skills" })).toBeVisible();
  await expect(person.getByRole("listitem").filter({ hasText: /^Handyman$/ })).toHaveCount(0);
  await expect(person.getByRole("listitem").filter({ hasText: /^Carpentry$/ })).toBeVisible();
  const updated = await (await page.request.get(`/api/admin/bookings/${bookingId}`)).json();
  expect(updated.booking.visits[0].technicianId).not.toBe(technician.id);
  const { version } = (await (await page.request.get(`/api/admin/${path}`)).json()).technician;
  await call(`${path}/deactivate`, { version });
});

test("reassigns visits outside a technician's new zones and working hours @long", async ({
  page,
  request: visitor,
}) => {
  const day = quietDay(90);
  await openAsAdmin(page, "/admin/technicians");
  const name = "Salma Idris";
  const call = apiClient(page);
  let { technician } = await call("technicians", {
    ...{ name, email: "salma.idris@company.example", phone: "050 765 4322" },
  });
  const path = `technicians/${technician.id}`;
  const technicianSettings = {
    skills: { serviceIds: ["handyman"] },
    shifts: { shifts: [{ weekday: 2, startMin: 480, endMin: 1080 }] },
    zones: { areas: ["Dubai Marina", "Jumeirah 1"] },
  };
  for (const [verb, data] of Object.entries(technicianSettings)) {
    ({ technician } = await call(`${path}/${verb}`, { version: technician.version, ...data }));
  }
  async function sendTo(area: string, time: string) {
    const addressParts = { street: "Street 4", buildingName: "", unitNumber: "", area, landmark: "" };
    const bookingFields = {
      customerName: CUSTOMER,
      service: "handyman",
      message: "",
      address: area,
      addressParts,
    };
    const { bookingId, booking, reference } = await book(visitor, bookingFields);
    await call(`bookings/${bookingId}/visits`, {
      ...{ version: booking.version, technicianId: technician.id, date: day, time },
    });
    return { bookingId, reference };
  }
  const person = page.getByRole("complementary", { name });
  async function reassign(edit: string, { bookingId, reference }: Awaited<ReturnType<typeof sendTo>>) {
    await person.getByRole("button", { name: "Save" }).click();
    await expect(person.getByRole("link", { name: reference })).toBeVisible();
    await person.getByRole("button", { name: "Reassign these visits" }).click();
    await expect(person.getByRole("combobox", { name: `Technician for ${reference}` })).toBeVisible();
    await person.getByRole("button", { name: "Reassign all and save" }).click();
    await expect(person.getByRole("button", { name: edit })).toBeVisible();
    const updated = await (await page.request.get(`/api/admin/bookings/${bookingId}`)).json();
    expect(updated.booking.visits[0].technicianId).not.toBe(technician.id);
  }

  const marinaVisit = await sendTo("Dubai Marina", "09:00");
  await page.goto(`/admin/${path}`);
  await person.getByRole("button", { name: "Edit home areas" }).click();
  await person.getByRole("button", { name: "Remove Dubai Marina" }).click();
  await reassign("Edit home areas", marinaVisit);
  await expect(person.getByRole("listitem").filter({ hasText: /^Dubai Marina$/ })).toHaveCount(0);
  await expect(person.getByRole("listitem").filter({ hasText: /^Jumeirah 1$/ })).toBeVisible();

  const tuesdayVisit = await sendTo("Jumeirah 1", "14:00");
  await person.getByRole("button", { name: "Edit weekly shifts" }).click();
  await person.getByRole("button", { name: "Remove this shift on Tuesday" }).click();
  await reassign("Edit weekly shifts", tuesdayVisit);
  await expect(person.getByText("8:00 AM – 6:00 PM")).toHaveCount(0);
  const { version } = (await (await page.request.get(`/api/admin/${path}`)).json()).technician;
  await call(`${path}/deactivate`, { version });
});

test("shows a cancellation in the open visit and removes its actions @long", async ({ page, request }) => {
  const day = quietDay(83);
  const bookingFields = {
    customerName: CUSTOMER,
    service: "handyman",
    preferredDate: day,
    preferredTime: "14:00",
  };
  const { bookingId, reference } = await book(request, bookingFields);
  await openBoard(page, day);
  await page
    .getByRole("button", { name: `${CUSTOMER}, 2:00` })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: reference });
  await dialog.getByRole("button", { name: "Confirm and schedule" }).click();
  await expect(dialog).toBeHidden();
  await page
    .getByRole("button", { name: `${CUSTOMER}, 2:00` })
    .first()
    .click();
  await expect(dialog).toContainText("Scheduled");
  const path = `/api/admin/bookings/${bookingId}`;
  const { booking } = await (await page.request.get(path)).json();
  const cancelled = await page.request.post(`${path}/transitions`, {
    headers: { Origin: new URL(page.url()).origin },
    data: { transition: "cancel", version: booking.version },
  });
  expect(cancelled.ok()).toBe(true);
  await expect(dialog).toContainText("Cancelled");
  await expect(dialog.getByText(/^This is no longer in the calendar/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Move", exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(dialog).toBeHidden();
});

test("follows a colleague's move in the open visit and keeps what was typed @long", async ({
  page,
  request,
}) => {
  const day = quietDay(90);
  const { bookingId, reference } = await book(request, {
    ...{ customerName: CUSTOMER, service: "handyman", preferredDate: day, preferredTime: "10:00" },
  });
  await openBoard(page, day);
  const post = apiClient(page);
  const path = `bookings/${bookingId}`;
  await post(`${path}/transitions`, { transition: "confirm", version: 1 });
  const readVisit = async () => {
    const { booking } = await (await page.request.get(`/api/admin/${path}`)).json();
    return { version: booking.version, ...booking.visits[0] };
  };
  const visit = await readVisit();
  await page
    .getByRole("button", { name: `${CUSTOMER}, 10:00` })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: reference });
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByLabel("Duration (minutes)").fill("90");
  await post(`${path}/visits/${visit.id}/placement`, {
    ...{ version: visit.version, technicianId: visit.technicianId, date: day, time: "12:00" },
  });
  await expect(dialog.getByText("This visit was changed while it was open.")).toBeVisible();
  await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue("12:00");
  await expect(dialog.getByLabel("Duration (minutes)")).toHaveValue("90");

  // Without live updates the change is refused once, and nothing typed is lost.
  let offline = true;
  await page.route("**/api/admin/board?*", (route) => (offline ? route.abort() : route.continue()));
  await post(`${path}/notes`, { version: (await readVisit()).version, text: "Ring twice" });
  offline = false;
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("The latest version is shown");
  await expect(dialog.getByLabel("Duration (minutes)")).toHaveValue("90");
  await expect(async () => {
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await expect(dialog).toBeHidden({ timeout: 3_000 });
  }).toPass();
  const moved = await readVisit();
  expect(Date.parse(moved.startsAt) - Date.parse(visit.startsAt)).toBe(2 * 60 * 60_000);
  expect(Date.parse(moved.endsAt) - Date.parse(moved.startsAt)).toBe(90 * 60_000);
});

test("refuses the status button of a visit that a colleague changed and shows the current state @long", async ({
  page,
  request,
}) => {
  const day = quietDay(104);
  const { bookingId, reference } = await book(request, {
    ...{ customerName: CUSTOMER, service: "handyman", preferredDate: day, preferredTime: "14:00" },
  });
  await openBoard(page, day);
  const post = apiClient(page);
  await post(`bookings/${bookingId}/transitions`, { transition: "confirm", version: 1 });
  await page
    .getByRole("button", { name: `${CUSTOMER}, 2:00` })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: reference });
  await expect(dialog).toContainText("Scheduled");
  let offline = true;
  await page.route("**/api/admin/board?*", (route) => (offline ? route.abort() : route.continue()));
  await post(`bookings/${bookingId}/notes`, { version: 2, text: "Ring twice" });
  offline = false;
  await chooseAction(page, "On the way");
  const alert = dialog.getByRole("alert");
  await expect(alert).toContainText("The latest version is shown");
  // The reload may still be on its way. A visit of another day needs a confirmation.
  await expect(async () => {
    await chooseAction(page, "On the way");
    await expect(alert).not.toContainText("The latest version is shown", { timeout: 3_000 });
  }).toPass();
  await dialog.getByRole("button", { name: "On the way anyway: not planned for today" }).click();
  await expect(dialog.getByRole("button", { name: "Arrived" })).toBeVisible();
});

test("shows week and month views and updates them live in every tab @long", async ({
  context,
  page,
  product,
  request: visitor,
}) => {
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/live")) streams.push(request.url());
  });
  const day = quietDay(27);
  const next = addDays(day, 1);
  const bookingFields = { preferredDate: day, preferredTime: "10:00" };
  await requestHandyman(visitor, bookingFields);
  await openBoard(page, day);
  const post = async (path: string, data: Record<string, unknown>) => {
    const headers = { Origin: product.origin, "Idempotency-Key": randomUUID() };
    expect((await page.request.post(`/api/admin/${path}`, { headers, data })).ok()).toBe(true);
  };

  await page.getByRole("tab", { name: "Week" }).press("Enter");
  await expect(page).toHaveURL(/view=week/);
  const table = page.getByRole("table");
  const visitsOn = (date: string) =>
    table.locator(`td:nth-child(${weekdayOf(date) + 1})`).getByRole("button", { name: "Handyman" });
  await expect(visitsOn(day)).toHaveCount(1);
  await expectAccessible(page);

  // Moves the visit to the next day through its inspector. Undo restores the request before anything is sent.
  await visitsOn(day).click();
  const dialog = page.getByRole("dialog");
  await expectAccessible(page);
  await chooseAction(page, "Move");
  await dialog.getByLabel("Date").fill(next);
  await dialog.getByLabel("Date").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(visitsOn(next)).toHaveCount(1);
  await expect(visitsOn(day)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(visitsOn(day)).toHaveCount(1);
  await expect(announcement(page)).toContainText("is a request again. Nothing was sent.");

  await post("holidays", { day: next, name: "Day of the test", tentative: false });
  await expect(table.getByRole("columnheader", { name: "Day of the test" })).toBeVisible();
  await post("technicians", { name: "Adel Mansour", email: "adel@rukn.example", phone: "0500000399" });
  await expect(table.getByRole("rowheader", { name: "Adel Mansour" })).toBeVisible();

  await page.getByRole("tab", { name: "Month" }).click();
  const cell = (date: string) => table.locator(`a[href*="date=${date}"]`);
  await expect(cell(day)).toContainText("1 visit");
  await expect(cell(next)).toContainText("Day of the test");
  await expectAccessible(page);
  await post("holidays/remove", { day: next });
  await expect(cell(next)).not.toContainText("Day of the test");

  // Another tab shares the first tab's stream and opens its own when the first tab closes.
  const streamsBefore = streams.length;
  const tab = await context.newPage();
  await tab.goto(page.url());
  const cellOfTab = tab.getByRole("table").locator(`a[href*="date=${day}"]`);
  await expect(cellOfTab).toContainText("1 visit");
  await requestHandyman(visitor, bookingFields);
  await expect(cell(day)).toContainText("2 visits");
  await expect(cellOfTab).toContainText("2 visits");
  expect(streams.length).toBe(streamsBefore);
  await page.close();
  await requestHandyman(visitor, { ...bookingFields, preferredTime: "14:00" });
  await expect(cellOfTab).toContainText("3 visits");
  await expect.poll(() => streams.length).toBe(streamsBefore + 1);

  // A day of the month opens its board.
  await cellOfTab.press("Enter");
  await expect(tab.getByRole("group", { name: SAMUEL })).toBeVisible();
  await expect(tab.getByRole("main").locator("[data-visit]")).toHaveCount(3);
});

test("shows the routes of a day on a map and in a table, for all technicians or for one @long", async ({
  page,
  request: visitor,
}) => {
  const day = quietDay(55);
  for (const [preferredTime, area] of [
    ["10:00", "Dubai Marina"],
    ["15:00", "Mirdif"],
  ]) {
    await requestHandyman(visitor, { preferredDate: day, preferredTime, area });
  }
  await openBoard(page, day);
  await page.getByRole("tab", { name: "Map" }).click();
  await expect(page).toHaveURL(/view=map/);
  const map = page.getByRole("img", { name: "Map of the day's routes" });
  const visits = page.getByRole("table").getByRole("button", { name: CUSTOMER });
  await expect(visits).toHaveCount(2);
  await expect(map).toBeVisible();
  await expect(page.getByRole("table")).toContainText("Dubai Marina");
  await expectAccessible(page);

  // The address alone selects one technician.
  await page
    .getByRole("button", { name: /^Only this technician/ })
    .first()
    .click();
  await expect(page).toHaveURL(/technician=/);
  const technicians = page.getByRole("button", { name: /^Only this technician/ });
  // The table follows the address.
  await expect(technicians).toHaveCount(0);
  const count = await visits.count();
  await page.reload();
  await expect(visits).toHaveCount(count);
  await expect(technicians).toHaveCount(0);
  await page.getByRole("combobox", { name: "Technician" }).selectOption("All technicians");
  await expect(visits).toHaveCount(2);

  // Opens a visit by keyboard; one technician with both visits has travel between them.
  await visits.last().press("Enter");
  const dialog = page.getByRole("dialog");
  await chooseAction(page, "Move");
  await dialog.getByRole("combobox", { name: "Technician" }).selectOption({ label: SAMUEL });
  await dialog.getByLabel("Date").press("Enter");
  await expect(dialog).toBeHidden();
  await visits.first().press("Enter");
  await chooseAction(page, "Move");
  await dialog.getByRole("combobox", { name: "Technician" }).selectOption({ label: SAMUEL });
  await dialog.getByLabel("Date").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("rowheader", { name: SAMUEL })).toContainText(/2 visits · \d+ km/);

  await page.getByRole("tab", { name: "Day", exact: true }).click();
  await expect(visitsOf(page, SAMUEL)).toHaveCount(2);
});

test("moves visits between the unassigned queue and the days of a week by mouse and by touch @long", async ({
  page,
  request: visitor,
}) => {
  const day = quietDay(69);
  const next = addDays(day, 1);
  const bookingFields = { preferredDate: day, preferredTime: "11:00" };
  await requestHandyman(visitor, { customerName: "Rana Haddad", ...bookingFields });
  await openBoard(page, day);
  await page.getByRole("tab", { name: "Week" }).click();
  const cell = (name: string, date: string) =>
    page.getByRole("row").filter({ hasText: name }).locator(`[data-cell="${date}"]`);
  const rana = (name: string, date: string) => cell(name, date).getByRole("button", { name: /Rana/ });
  const middleOf = async (locator: Locator) => {
    await locator.scrollIntoViewIfNeeded();
    const box = await boxOf(locator);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const held = page.locator("[data-cell] [data-visit]").filter({ hasText: "Rana" });
  await expect(held).toHaveCount(1);

  // To the unassigned queue and on to a day: the visit keeps its time of day.
  await drag(page, await middleOf(held), await middleOf(unassignedQueue(page).getByRole("heading").first()));
  await expect(unassignedQueue(page).getByRole("button", { name: /Rana Haddad/ })).toBeVisible();
  await expect(held).toHaveCount(0);
  const waiting = await middleOf(unassignedQueue(page).getByRole("button", { name: /Rana Haddad/ }));
  await page.mouse.move(waiting.x, waiting.y);
  await page.mouse.down();
  const over = await middleOf(cell(SAMUEL, next));
  await page.mouse.move(over.x, over.y, { steps: 5 });
  await expect(page.locator(".board-ghost")).toContainText("11:00");
  // A technician without the skill is dimmed.
  await expect(cell("Imran Qureshi", next)).toHaveAttribute("data-fit", "no");
  await page.mouse.up();
  await expect(rana(SAMUEL, next)).toHaveAccessibleName(/11:00/);

  // An occupied time moves the visit to the nearest free time.
  await requestHandyman(visitor, { customerName: "Dima Haddad", preferredDate: day, preferredTime: "11:00" });
  const dima = page.locator("[data-cell] [data-visit]").filter({ hasText: "Dima" });
  await expect(dima).toHaveCount(1);
  await drag(page, await middleOf(dima), await middleOf(cell(SAMUEL, next)));
  const placedVisit = cell(SAMUEL, next).getByRole("button", { name: /Dima/ });
  await expect(placedVisit).toBeVisible();
  await expect(placedVisit).not.toHaveAccessibleName(/11:00/);
  await page.keyboard.press("Control+z");
  await expect(placedVisit).toHaveCount(0);

  // A long press starts the drag.
  const finger = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
  const from = await middleOf(rana(SAMUEL, next));
  const to = await middleOf(cell(ARNEL, day));
  await touch("touchStart", from);
  await expect(rana(SAMUEL, next)).toHaveAttribute("data-dragged");
  await touch("touchMove", { x: from.x, y: from.y + 20 });
  await touch("touchMove", to);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await touch("touchEnd");
  await expect(rana(ARNEL, day)).toBeVisible();
});

test("keeps the unassigned queue in place under the mouse during live updates and notices @long", async ({
  browser,
  page,
  product,
  request: visitor,
}) => {
  const day = quietDay(41);
  const names = ["Maha Haddad", "Nada Haddad", "Rana Haddad"];
  for (const customerName of names) await requestHandyman(visitor, { customerName });
  const queueCard = (board: Page, name: string) => unassignedQueue(board).getByRole("button", { name });
  await page.addInitScript((view) => localStorage.setItem("board-view", view), WHOLE_DAY);
  await page.goto(`/admin/calendar?date=${day}`);
  await fillSignIn(page);
  // The greeting after sign-in does not cover the last card.
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await drag(page, await startOf(queueCard(page, "Rana Haddad")), await pointAt(page, ARNEL, "9:00"));
  await expect(row(page, ARNEL).getByRole("button", { name: "Rana" })).toBeVisible();

  const colleague = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openBoard(colleague, day);
  const cardPosition = await startOf(queueCard(page, "Nada Haddad"));
  await page.mouse.move(cardPosition.x, cardPosition.y);
  await drag(
    colleague,
    await startOf(queueCard(colleague, "Maha Haddad")),
    await pointAt(colleague, ARNEL, "12:00"),
  );
  await expect(row(page, ARNEL).getByRole("button", { name: "Maha" })).toBeVisible();
  // An emergency during a drag is announced at once and shown after the drop.
  const rowBefore = await row(page, ARNEL).boundingBox();
  const to = await pointAt(page, ARNEL, "15:00");
  await page.mouse.move(cardPosition.x, cardPosition.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  const emergency = await book(visitor, { service: "emergency", customerName: "Zahra Haddad" });
  await expect(page.getByRole("alert").filter({ hasText: "Zahra Haddad" })).toBeAttached();
  expect(await row(page, ARNEL).boundingBox()).toEqual(rowBefore);
  await page.mouse.up();
  await expect(row(page, ARNEL).getByRole("button", { name: "Nada" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Active emergencies" })).toContainText("Zahra Haddad");
  const declined = await page.request.post(`/api/admin/bookings/${emergency.bookingId}/transitions`, {
    headers: { Origin: product.origin, "Idempotency-Key": randomUUID() },
    data: { transition: "decline", version: emergency.booking.version, reason: "The end of the test" },
  });
  expect(declined.ok(), await declined.text()).toBe(true);
  await colleague.close();
});

test("shows work that was finished early at its actual time @long", async ({
  page,
  product,
  request: visitor,
}) => {
  const day = dubaiDate(new Date());
  const { bookingId, booking } = await book(visitor, { customerName: "Widad Haddad", service: "handyman" });
  await openBoard(page, day);
  const post = async (path: string, data: Record<string, unknown>) => {
    const headers = { Origin: product.origin, "Idempotency-Key": randomUUID() };
    const answer = await page.request.post(`/api/admin/bookings/${bookingId}/${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const board = await (await page.request.get(`/api/admin/board?from=${day}&to=${day}`)).json();
  const technicianId = board.technicians.find(({ name }: { name: string }) => name === SAMUEL).id;
  const late = { date: day, time: "23:00", override: "The customer asked for it" };
  let { version } = await post("visits", { version: booking.version, technicianId, ...late });
  for (const move of ["depart", "arrive", "finishWork"]) {
    ({ version } = (await post("transitions", { version, transition: move })).booking);
  }
  await expect(blockOf(page, "Widad Haddad")).toHaveAccessibleName(
    /, \d{1,2}:\d{2}(\s[AP]M)? – \d{1,2}:\d{2}\s[AP]M, Samuel Okafor, Work done/,
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("region", { name: SAMUEL }).getByText(/Widad/)).toBeVisible();
});

test("plans a multi-day job from the board and undoes it in one press @long", async ({ page, request }) => {
  // Uses its own week, because Samuel is away in the others.
  const day = quietDay(76);
  await requestHandyman(request);
  await openBoard(page, day);
  await queuedWork(page).last().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Plan several days" }).click();
  const form = dialog.getByRole("form", { name: "Multi-day job" });
  // No technician is selected before availability for the new first day has loaded.
  const answered = Promise.withResolvers<void>();
  await page.route("**/plan?*", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await form.getByLabel("First day").fill(day);
  await expect(form.getByRole("button", { name: "Plan these days" })).toBeDisabled();
  answered.resolve();
  const leads = form.getByLabel("Lead technician");
  await leads.selectOption(await leads.getByRole("option", { name: SAMUEL }).getAttribute("value"));
  await expectAccessible(page);
  await form.getByRole("button", { name: "Plan these days" }).click();
  await expect(dialog).toBeHidden();
  await expect(announcement(page)).toContainText("multi-day job planned");
  await expect(visitsOf(page, SAMUEL)).toHaveCount(1);
  await expect(visitsOf(page, SAMUEL)).toHaveAccessibleName(/day 1 of 3/);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(announcement(page)).toContainText("multi-day plan undone");
  await expect(visitsOf(page, SAMUEL)).toHaveCount(0);
  await expect(queuedWork(page).last()).toBeVisible();
});

test("shows crew size and recurrence in the unassigned queue, on day, week and phone views @long", async ({
  page,
  request: visitor,
}) => {
  // Near enough that the next occurrence is booked at once.
  const day = quietDay(20);
  const home = {
    phone: "0504417223",
    addressParts: {
      street: "Al Safa Street",
      buildingName: "",
      unitNumber: "",
      area: "Al Safa",
      landmark: "",
    },
  };
  const requestFields = (customerName: string) => ({ customerName, service: "handyman", ...home });
  const earlierRequest = await book(visitor, {
    ...requestFields("Widad Rahman"),
    message: "The shelf in the hall",
  });
  const { bookingId } = await book(visitor, {
    ...requestFields("Widad Rahman"),
    message: "Two doors stick",
  });
  await openBoard(page, day);
  const call = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/admin/bookings/${path}`, {
      headers: { Origin: new URL(page.url()).origin, "Idempotency-Key": randomUUID() },
      data,
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await call(`${earlierRequest.bookingId}/transitions`, {
    transition: "decline",
    version: 1,
    reason: "Said twice",
  });
  await call(`${bookingId}/notes`, { version: 1, text: "Ring the bell of the garage" });
  await call(`${bookingId}/access`, {
    ...{ parking: "", notes: "", siteContact: "", sitePhone: null, makani: null, pin: null },
    ...{ permitNeeded: true, permitBy: "office", permitUntil: null, permitFileId: null },
    ...{ onlyThisBooking: true, version: 0 },
  });

  // Without a lead technician, the crew size is shown on the work.
  const waiting = unassignedQueue(page).getByRole("button", { name: "Widad" });
  const dialog = page.getByRole("dialog");
  await expect(waiting).toHaveCount(1);
  await waiting.click();
  await expect(dialog.getByRole("link", { name: "+971 50 441 7223" })).toHaveAttribute("href", /^tel:/);
  await expect(dialog.getByText("Ring the bell of the garage")).toBeVisible();
  await dialog.getByLabel("Crew size").selectOption("2 people");
  await expect(dialog.getByLabel("Crew size")).toHaveValue("2");
  await dialog.getByRole("button", { name: "Make recurring" }).click();
  const repeat = dialog.getByRole("form", { name: "Make recurring" });
  await repeat.getByLabel("Interval").selectOption({ label: "Every month" });
  // These Tuesdays may have visits of the sample, so quietDay is not needed.
  await repeat.getByLabel("Next visit on").fill(openDayFrom(addDays(day, 15)));
  await expectAccessible(page);
  await repeat.getByRole("button", { name: "Make recurring", exact: true }).click();
  await expect(dialog.getByText("Recurring visit 1: Every month")).toBeVisible();
  await page.keyboard.press("Escape");
  const facts = ["Crew of 2", "NOC missing", "Recurring visit 1: Every month"];
  for (const fact of facts) await expect(waiting.first()).toContainText(fact);

  // Preview card by mouse and by keyboard, beside the queue, with earlier bookings of the property.
  const card = page.locator("[data-base-ui-portal]");
  await waiting.first().hover();
  await expect(card).toContainText("Two doors stick");
  await expect(card).toContainText(/Earlier jobs at this address.*Handyman.*Declined/);
  await expect(card.getByText("NOC missing")).toBeVisible();
  await page.mouse.move(5, 5);
  await page.keyboard.press("Escape");
  await expect(card).toHaveCount(0);

  await waiting.first().click();
  await dialog.getByLabel("Technician", { exact: true }).selectOption({ label: SAMUEL });
  await dialog.getByLabel("Date").fill(day);
  await dialog.getByLabel("Time", { exact: true }).fill("10:00");
  await dialog.getByRole("button", { name: "Confirm and schedule" }).click();
  await expect(dialog).toBeHidden();
  const visit = blockOf(page, "Widad").and(page.getByRole("button", { name: SAMUEL }));
  const visitFacts = ["1 helper missing", "NOC missing", "Recurring visit 1: Every month"];
  const visitLabel = new RegExp(visitFacts.join(".*"));
  await expect(visit).toHaveAccessibleName(visitLabel);
  // A narrow card counts the signs that do not fit.
  await expect(visit.locator('[data-sign="helpers-missing"]')).toBeVisible();
  // The card would cover a part of the queue, and a preview beneath the mouse would come first.
  await page.getByRole("button", { name: "Collapse unassigned work" }).click();
  await page.mouse.move(5, 5);
  await page.keyboard.press("Escape");
  await visit.focus();
  await expect(card).toContainText("Ring the bell of the garage");
  await expectAccessible(page);

  await page.goto(`/admin/calendar?date=${day}&view=week`);
  const inWeek = page.locator("[data-cell] [data-visit]").filter({ hasText: "Widad" }).first();
  await expect(inWeek).toHaveAccessibleName(visitLabel);
  for (const sign of ["helpers-missing", "permit-missing", "recurring"]) {
    await expect(inWeek.locator(`[data-sign="${sign}"]`)).toBeVisible();
  }
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/admin/calendar?date=${day}`);
  const onPhone = page.getByRole("region", { name: SAMUEL }).getByRole("button", { name: /Widad/ });
  for (const fact of visitFacts) await expect(onPhone).toContainText(fact);
  await expectAccessible(page);
  await onPhone.click();
  await expect(dialog.getByRole("link", { name: "+971 50 441 7223" })).toBeInViewport();
  await expectAccessible(page);
});

test("searches, groups and sorts the unassigned queue @long", async ({ page, request: visitor }) => {
  const day = quietDay(34);
  const requestTiling = (customerName: string, bookingFields: object) =>
    book(visitor, { customerName, message: "", ...bookingFields });
  const later = await requestTiling("Ghada Tariq", {
    service: "tiling",
    preferredDate: openDayFrom(addDays(day, 7)),
  });
  const sooner = await requestTiling("Huda Tariq", { service: "tiling", preferredDate: day });
  const urgent = await requestTiling("Ibtisam Tariq", { service: "emergency", trade: "plumbing" });
  await openBoard(page, day);
  const move = async ({ bookingId }: { bookingId: string }, data: object) => {
    const headers = { Origin: new URL(page.url()).origin, "Idempotency-Key": randomUUID() };
    const answer = await page.request.post(`/api/admin/bookings/${bookingId}/transitions`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const group = (name: string) => unassignedQueue(page).getByRole("region", { name });
  const tariqs = unassignedQueue(page).getByRole("button", { name: /Tariq/ });
  const search = unassignedQueue(page).getByLabel("Search unassigned work");
  await search.fill("tariq");
  await expect(tariqs).toHaveCount(3);
  await expect(unassignedQueue(page).getByRole("listitem")).toHaveCount(3);
  await expect(group("Emergencies")).toContainText("Ibtisam");
  // By response target first, then by preferred time.
  await expect(group("New requests").getByRole("listitem")).toContainText(["Ghada", "Huda"]);
  await unassignedQueue(page).getByLabel("Sort by").selectOption("Visit date");
  await expect(group("New requests").getByRole("listitem")).toContainText(["Huda", "Ghada"]);

  await move(later, { transition: "confirm", version: 1 });
  await expect(group("Confirmed, no technician")).toContainText("Ghada");
  await expect(group("New requests").getByRole("listitem")).toHaveCount(1);
  const only = group("New requests").getByRole("button", { name: /New requests/ });
  await only.click();
  await expect(only).toHaveAttribute("aria-pressed", "true");
  await expect(tariqs).toHaveCount(1);
  await expect(group("Emergencies")).toHaveCount(0);
  await only.click();
  await expect(tariqs).toHaveCount(3);

  await search.fill("tiling huda");
  await expect(tariqs).toHaveCount(1);
  await search.fill("nobody of that name");
  await expect(unassignedQueue(page)).toContainText("No unassigned work matches.");
  await expectAccessible(page);
  await move(urgent, { transition: "decline", version: 1, reason: "A journey" });
  await move(sooner, { transition: "decline", version: 1, reason: "A journey" });
});

test("combines moves into one email, drops undone moves and lets the dispatcher skip notifications @long", async ({
  page,
  product,
  request: visitor,
}) => {
  const day = quietDay(48);
  const emailFor = (name: string) => `${name.toLowerCase()}-moves@example.com`;
  const places = [
    ["Hala", SAMUEL, "9:00"],
    ["Iman", SAMUEL, "12:00"],
    ["Jana", ARNEL, "9:00"],
  ] as const;
  for (const [name] of places) {
    await requestHandyman(visitor, { customerName: `${name} Haddad`, email: emailFor(name) });
  }
  await openBoard(page, day);
  // Longer than any machine needs for these steps.
  const setNotificationDelay = async (notificationDelayMinutes: number) => {
    const { groups } = await (await page.request.get("/api/admin/settings")).json();
    const { version, values } = groups.find(({ group }: { group: string }) => group === "bookings");
    const answer = await page.request.post("/api/admin/settings/bookings", {
      headers: { Origin: product.origin, "Idempotency-Key": randomUUID() },
      data: { version, values: { ...values, notificationDelayMinutes } },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await setNotificationDelay(60);
  const notificationPending = page.getByRole("button", { name: /Send updates now/ });
  const subjects = async (name: string) =>
    (await product.emailsTo(emailFor(name))).map(({ subject }) => subject);
  const move = async (name: string, to: string, time: string) => {
    const at = await pointAt(page, to, time);
    await drag(page, await startOf(blockOf(page, name)), { x: at.x + 3, y: at.y });
    await expect(announcement(page)).toContainText(
      `${to}, ${time.replace(/^1[3-9]/, (hour) => `${Number(hour) - 12}`)}`,
    );
  };
  for (const [name, to, time] of places) {
    const at = await pointAt(page, to, time);
    await drag(page, await startOf(unassignedQueue(page).getByRole("button", { name })), {
      x: at.x + 20,
      y: at.y,
    });
    await expect(blockOf(page, name)).toBeVisible();
  }
  // Sends updates at once on the dispatcher's press: one email to each recipient.
  await expect(notificationPending).toHaveText("Send updates now3");
  await notificationPending.click();
  await expect(notificationPending).toBeHidden();
  for (const [name] of places) await expect.poll(() => subjects(name)).toHaveLength(2);

  await move("Hala", SAMUEL, "10:00");
  await expect(notificationPending).toHaveText("Send updates now1");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(notificationPending).toBeHidden();

  await move("Iman", SAMUEL, "13:00");
  await move("Iman", SAMUEL, "14:00");
  await move("Iman", ARNEL, "15:00");
  await expect(notificationPending).toHaveText("Send updates now1");
  await notificationPending.click();
  await expect.poll(() => subjects("Iman")).toHaveLength(3);
  const emailText = (await product.emailsTo(emailFor("Iman"))).at(-1)!.text!.replaceAll("\u202f", " ");
  expect(emailText).toContain("3:00 PM");
  expect(emailText).toContain(ARNEL);
  expect(emailText).not.toMatch(/[12]:00 PM to/);

  await page.getByRole("button", { name: "View options" }).click();
  await page.getByLabel("Notify customers").uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByText("Customers are not notified")).toBeVisible();
  await move("Jana", ARNEL, "11:00");
  await expect(notificationPending).toHaveText("Send updates now1");
  await page.getByRole("button", { name: "View options" }).click();
  await page.getByLabel("Notify customers").check();
  await page.keyboard.press("Escape");

  // This move is notified last, so earlier notifications would have arrived earlier.
  await move("Iman", ARNEL, "13:00");
  await blockOf(page, "Iman").click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Send updates now/ })
    .click();
  await expect.poll(() => subjects("Iman")).toHaveLength(4);
  expect(await subjects("Hala")).toHaveLength(2);
  expect(await subjects("Jana")).toHaveLength(2);
  await setNotificationDelay(1);
});

const blockOf = (page: Page, customer: string) =>
  page.locator("[data-visit]").and(page.getByRole("button", { name: customer }));

/** Time and technician from the label of a visit: "10:00 – 11:00 am · Samuel Okafor". */
async function placeOf(page: Page, customer: string): Promise<string> {
  const label = (await blockOf(page, customer).locator("> .sr-only").textContent()) ?? "";
  const [, , , times, technician] = label.split(", ");
  return `${times} · ${technician}`;
}

function nullIfDetached(error: Error): null {
  if (error.message.includes("not attached to the DOM")) return null;
  throw error;
}

/**
 * Drags and drops a visit, and returns the text of the drop preview. Retries when the visit moves before the
 * drag starts.
 */
async function dragVisit(page: Page, customer: string, to: { x: number; y: number }): Promise<string> {
  for (;;) {
    // A colleague's change may re-render the visit during the lookup.
    const from = await startOf(blockOf(page, customer)).catch(nullIfDetached);
    if (!from) continue;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 12, from.y + 6, { steps: 2 });
    const draggedLabel = await page
      .locator("[data-visit][data-dragged] > .sr-only")
      .textContent({ timeout: 500 })
      .catch(() => null);
    if (draggedLabel?.includes(customer)) break;
    await page.keyboard.press("Escape");
    await page.mouse.up();
  }
  await page.mouse.move(to.x, to.y, { steps: 4 });
  const dropPreview = await page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => resolve(document.querySelector(".board-ghost")?.textContent ?? "")),
        ),
      ),
  );
  await page.mouse.up();
  return dropPreview;
}

/** Records the announcements of the board from now on. */
async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await announcement(page).evaluate((status) => {
    const announcements: string[] = [];
    Object.assign(window, { announcements });
    const record = () => announcements.push(status.textContent ?? "");
    new MutationObserver(record).observe(status, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { announcements: string[] }).announcements);
}

test("stores the last of quick drags by three dispatchers or reports the conflict @long", async ({
  browser,
  page,
  request: visitor,
}) => {
  const random = createRandom(seedOfRun());
  const day = quietDay(34);
  // Each customer has a time of the day with 15 minutes to spare, so that no visits overlap.
  const names = ["Amal Haddad", "Basma Haddad", "Dalia Haddad", "Farah Haddad", "Ghada Haddad"] as const;
  const references = new Map<string, string>();
  for (const customerName of names) {
    references.set(customerName, await requestHandyman(visitor, { customerName }));
  }
  const clock = (name: (typeof names)[number], quarter: number) => {
    const minute = 8 * 60 + names.indexOf(name) * 105 + quarter * 15;
    return `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, "0")}`;
  };

  await openBoard(page, day);
  const rowBefore = await row(page, SAMUEL).boundingBox();
  for (const name of names) {
    const place = await pointAt(page, SAMUEL, clock(name, 0));
    await drag(page, await startOf(unassignedQueue(page).getByRole("button", { name })), {
      x: place.x + 20,
      y: place.y,
    });
    await expect(blockOf(page, name)).toBeVisible();
  }
  // The announcement of the first visit shifts nothing under the pointer.
  await expect(announcement(page)).toContainText(SAMUEL);
  expect(await row(page, SAMUEL).boundingBox()).toEqual(rowBefore);

  const pages = [
    page,
    ...(await Promise.all([1, 2].map(() => browser.newPage({ viewport: { width: 1440, height: 900 } })))),
  ];
  for (const other of pages.slice(1)) await openBoard(other, day);
  for (const item of pages)
    await expect(item.locator("[data-visit]:not(.board-pending)")).toHaveCount(names.length);
  const announcementLogs = await Promise.all(pages.map(recordAnnouncements));
  const reply = await page.request.get(`/api/admin/board?from=${day}&to=${day}`);
  const { visits }: { visits: { id: string; customerName: string }[] } = await reply.json();
  const nameOf = new Map(visits.map(({ id, customerName }) => [id, customerName]));
  /** Changes accepted by the server: dispatcher, customer and resulting version. */
  const acceptedChanges: { dispatcher: number; name: string; version: number }[] = [];
  for (const [dispatcher, board] of pages.entries()) {
    await board.route("**/placement", async (route) => {
      // A kept-alive connection may close when it is reused; the retry is idempotent.
      const answer = await route.fetch({ maxRetries: 1 });
      if (answer.ok()) {
        const { visitId, version } = await answer.json();
        acceptedChanges.push({ dispatcher, name: nameOf.get(visitId)!, version });
      }
      await new Promise((resolve) => setTimeout(resolve, random.next() * 2_000));
      await route.fulfill({ response: answer });
    });
  }

  /** Drags of each dispatcher, with the drop preview of each. */
  const allDrags: { dispatcher: number; name: string; dropPreview: string }[] = [];
  const shared = names[4];
  const ownNamesByDispatcher = [[names[0], names[1]], [names[2]], [names[3]]] as const;
  async function dragAtRandom(dispatcher: number, name: (typeof names)[number]) {
    const board = pages[dispatcher]!;
    const technician = random.pick([SAMUEL, ARNEL]);
    const time = clock(name, random.below(2));
    const dropPreview = await dragVisit(board, name, await pointAt(board, technician, time));
    allDrags.push({ dispatcher, name, dropPreview });
    // The visit shared by all three may have moved between lookup and drag start.
    if (name === shared) return;
    const onClock = time.replace(/^1[3-9]/, (hour) => String(Number(hour) - 12));
    expect(dropPreview).toMatch(new RegExp(`^${onClock}\\b.* · ${technician}$`));
  }
  // Every third pair of each dispatcher drags the shared visit.
  const pairs = rounds({ short: 3, long: 7 });
  await Promise.all(
    pages.map(async (_, dispatcher) => {
      for (let pair = 0; pair < pairs; pair++) {
        const ownNames = ownNamesByDispatcher[dispatcher]!;
        const name = pair % 3 === 2 ? shared : ownNames[pair % ownNames.length]!;
        await dragAtRandom(dispatcher, name);
        await dragAtRandom(dispatcher, name);
      }
    }),
  );
  for (const board of pages) await expect(board.locator("[data-visit].board-pending")).toHaveCount(0);

  for (const name of names) {
    const last = acceptedChanges
      .filter((item) => item.name === name)
      .reduce((a, b) => (a.version > b.version ? a : b));
    for (const dispatcher of pages.keys()) {
      const drags = allDrags.filter((item) => item.dispatcher === dispatcher && item.name === name);
      const refused =
        drags.length -
        acceptedChanges.filter((item) => item.dispatcher === dispatcher && item.name === name).length;
      const conflictAnnouncements = (await announcementLogs[dispatcher]!()).filter((text) =>
        text.includes(`${references.get(name)} was not changed`),
      );
      if (name !== shared) expect(refused).toBe(0);
      if (refused > 0) expect(conflictAnnouncements).not.toEqual([]);
      else if (dispatcher === last.dispatcher) {
        for (const board of pages)
          await expect.poll(() => placeOf(board, name)).toBe(drags.at(-1)!.dropPreview);
      }
    }
  }
  for (const other of pages.slice(1)) await other.close();
});
