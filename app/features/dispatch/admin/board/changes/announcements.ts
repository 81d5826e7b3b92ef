/** What was said of one visit last. */
export interface Announcement {
  bookingId: string;
  text: string;
  refused: boolean;
}

/** What is to be read on the board. */
export interface AnnouncementLog {
  /** What was done since the last refusal. */
  done: Announcement | null;
  /** Each stays until that visit is changed, or it is closed. */
  refusals: readonly Announcement[];
}

export const emptyAnnouncementLog: AnnouncementLog = { done: null, refusals: [] };

/** What was said last is always to be read: a refusal that stays must not pass for the answer to what was done after it. */
export function addAnnouncement({ refusals }: AnnouncementLog, announcement: Announcement): AnnouncementLog {
  const others = refusals.filter(({ bookingId }) => bookingId !== announcement.bookingId);
  return announcement.refused
    ? { done: null, refusals: [...others, announcement] }
    : { done: announcement, refusals: others };
}
