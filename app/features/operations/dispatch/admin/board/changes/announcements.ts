/** Status message about one booking. */
export interface Announcement {
  bookingId: string;
  text: string;
  refused: boolean;
}

/** Messages shown on the board and read by screen readers. */
export interface AnnouncementLog {
  /** Null after a refusal. */
  done: Announcement | null;
  /** Each stays until its booking changes or the user closes it. */
  refusals: readonly Announcement[];
}

export const emptyAnnouncementLog: AnnouncementLog = { done: null, refusals: [] };

/**
 * The latest message is always visible, so that an old refusal is not mistaken for the answer to a later
 * change.
 */
export function addAnnouncement({ refusals }: AnnouncementLog, announcement: Announcement): AnnouncementLog {
  const others = refusals.filter(({ bookingId }) => bookingId !== announcement.bookingId);
  return announcement.refused
    ? { done: null, refusals: [...others, announcement] }
    : { done: announcement, refusals: others };
}
