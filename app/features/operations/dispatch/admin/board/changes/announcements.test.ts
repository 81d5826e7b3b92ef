import { describe, expect, test } from "vitest";
import { type Announcement, addAnnouncement, emptyAnnouncementLog } from "./announcements";

const refused: Announcement = { bookingId: "first", text: "BK-1 stays as it was", refused: true };
const done: Announcement = { bookingId: "second", text: "BK-2 is as it was", refused: false };
const logOf = (...announcement: Announcement[]) => announcement.reduce(addAnnouncement, emptyAnnouncementLog);

describe("addAnnouncement", () => {
  test("keeps a refusal next to later announcements about other visits", () => {
    expect(logOf(refused, done)).toEqual({ done, refusals: [refused] });
  });

  test("removes an earlier success when a refusal follows", () => {
    expect(logOf(done, refused)).toEqual({ done: null, refusals: [refused] });
  });

  test("removes a refusal when the same visit changes", () => {
    const changed = { ...refused, text: "BK-1: Samuel, 10:00", refused: false };
    expect(logOf(refused, { ...refused, bookingId: "third" }, changed)).toEqual({
      done: changed,
      refusals: [{ ...refused, bookingId: "third" }],
    });
  });
});
