import { describe, expect, test } from "vitest";
import { type Announcement, addAnnouncement, emptyAnnouncementLog } from "./announcements";

const refused: Announcement = { bookingId: "first", text: "BK-1 stays as it was", refused: true };
const done: Announcement = { bookingId: "second", text: "BK-2 is as it was", refused: false };
const hear = (...announcement: Announcement[]) => announcement.reduce(addAnnouncement, emptyAnnouncementLog);

describe("what is said on the board", () => {
  test("a refusal stays, and what is done with another visit after it is said beside it", () => {
    expect(hear(refused, done)).toEqual({ done, refusals: [refused] });
  });

  test("what was done before a refusal is not said as if it came after", () => {
    expect(hear(done, refused)).toEqual({ done: null, refusals: [refused] });
  });

  test("a change of the same visit takes its refusal away", () => {
    const changed = { ...refused, text: "BK-1: Samuel, 10:00", refused: false };
    expect(hear(refused, { ...refused, bookingId: "third" }, changed)).toEqual({
      done: changed,
      refusals: [{ ...refused, bookingId: "third" }],
    });
  });
});
