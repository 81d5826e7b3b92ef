import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type Booked,
  type Caller,
  createCaller,
  TODAY,
  TOMORROW,
} from "../../../test/harness/booking-caller";
import { moveOn } from "../../../test/harness/company";
import { travelMinutes } from "../customers/travel";

/** What the customer is told of whoever comes: his name, what others said of his work, and when to expect him. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

const at = (time: string) => vi.setSystemTime(new Date(`${TODAY}T${time}:00+04:00`));
const bookAt = (time: string, area: string) =>
  caller.book({
    preferredDate: TODAY,
    preferredTime: time,
    addressParts: { street: "Main Street", buildingName: "", unitNumber: "", area, landmark: "" },
  });
const opened = async (what: Booked, path = "") =>
  (await caller.call("GET", `/api/bookings/${what.reference}${path}?key=${encodeURIComponent(what.key)}`))
    .body;

it("tells who is on the way and when to expect him, from where he was last", async () => {
  const [first, second] = [await bookAt("11:00", "Deira"), await bookAt("15:00", "Dubai Marina")];
  await moveOn(caller.db, first.bookingId, "confirm", "depart", "arrive", "finishWork");
  await moveOn(caller.db, second.bookingId, "confirm");
  expect((await opened(second)).booking).toMatchObject({ onTheWay: null });

  at("13:00");
  await moveOn(caller.db, second.bookingId, "depart");
  const { booking } = await opened(second);
  const way = travelMinutes("Deira", "Dubai Marina")!;
  expect(booking.answeredAt).toBe(new Date(`${TODAY}T13:00:00+04:00`).toISOString());
  expect(Date.parse(booking.onTheWay.expectedAt) - Date.parse(booking.answeredAt)).toBe(way * 60_000);

  await moveOn(caller.db, second.bookingId, "arrive");
  expect((await opened(second)).booking.onTheWay).toBeNull();
  await moveOn(caller.db, second.bookingId, "finishWork");
});

it("tells how customers rated his work once three of them did, to nobody but this customer", async () => {
  const ahead = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
  expect(await opened(ahead, "/technician")).toEqual({ technician: null });
  await moveOn(caller.db, ahead.bookingId, "confirm");
  const done: Booked[] = [];
  for (const [rating, time] of [
    [5, "16:00"],
    [4, "17:00"],
    [5, "18:00"],
  ] as const) {
    at("14:30");
    const booked = await bookAt(time, "Dubai Marina");
    await moveOn(caller.db, booked.bookingId, "confirm", "depart", "arrive", "finishWork", "complete");
    const said = { key: booked.key, rating, words: "" };
    expect((await caller.call("POST", `/api/bookings/${booked.reference}/review`, said)).status).toBe(200);
    done.push(booked);
    if (done.length < 3)
      expect((await opened(ahead, "/technician")).technician).toMatchObject({ rating: null });
  }
  expect(await opened(ahead, "/technician")).toEqual({
    technician: { name: "Omar Saleh", pictureId: null, rating: 4.7, reviews: 3 },
  });
  for (const key of ["", "x", done[0]!.key]) {
    const path = `/api/bookings/${ahead.reference}/technician?key=${encodeURIComponent(key)}`;
    expect((await caller.call("GET", path)).status).toBe(404);
  }
});
