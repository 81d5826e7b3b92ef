import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { ownVisits } from "~/features/operations/technician-app/client";
import { draftParts, refreshDrafts } from "~/features/operations/technician-app/offline/drafts";
import {
  type DraftOf,
  findStored,
  saveStored,
  type Tap,
  upgradeStoredList,
} from "~/features/operations/technician-app/offline/phone-store";
import type { OwnVisit, OwnVisits } from "~/features/operations/technician-app/views";
import { afterTaps } from "~/features/operations/technician-app/visit-report";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { subscribeToLiveUpdates } from "~/platform/live/live-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { passingNotices } from "~/ui/overlay/toast-store";
import { outbox, pauseMs, sendTaps, sendToOffice } from "./outbox";

/** `online: false`: the data last stored on the phone. */
type Known = OwnVisits & { online: boolean };

/** Polling interval without a live connection. */
const REFRESH_MS = 60_000;

/** The key starts with the live topic that invalidates it (app/platform/live/live-client.ts). */
const visitsQuery = queryOptions({
  queryKey: ["visit"],
  queryFn: async ({ signal }): Promise<Known> => {
    try {
      const visits = await ownVisits.get("/technician/visits", {}, signal);
      await saveStored("visits", visits);
      return { ...visits, online: true };
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const kept = await findStored("visits");
      if (!kept) throw error;
      return { ...upgradeStoredList(kept), online: false };
    }
  },
  // Requests even if the browser reports no connection, because browsers misjudge weak ones.
  networkMode: "always",
  retry: false,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: "always",
});

function isUnreachable(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 0 || error.status >= 500);
}

export interface TechnicianWork {
  /** Visits with all waiting taps applied; null while unknown. */
  visits: OwnVisit[] | null;
  /** Picture of the signed-in technician; null if none or unknown. */
  pictureId: string | null;
  /** Consent to appear on the website; undefined while unknown. */
  websiteConsentAt: string | null | undefined;
  error: Error | null;
  online: boolean;
  /** Time at which the visits were read, ISO 8601. */
  at: string | null;
  waiting: Tap[];
  refused: Tap[];
  /** Visits and transitions with an unfinished report. */
  unfinished: DraftOf[];
  refresh: () => void;
}

/**
 * The technician's visits and taps: stored, sent and followed live. `onSignedOut`: called when the session
 * has ended.
 */
export function useTechnicianWork(userId: string, onSignedOut: () => void): TechnicianWork {
  const queryClient = useQueryClient();
  const { data, error, refetch, dataUpdatedAt } = useQuery(visitsQuery);
  const all = useSyncExternalStore(outbox.subscribe, outbox.list, outbox.list);
  const taps = all.filter((tap) => tap.userId === userId);
  const drafts = useSyncExternalStore(draftParts.subscribe, draftParts.list, draftParts.list);
  const [, setLive] = useState("live");
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const send = useCallback(async () => {
    clearTimeout(pause.current);
    const had = outbox.list().length;
    const sent = await sendTaps({
      userId,
      onLate({ customerName, reference }) {
        const customer = bidiIsolate(customerName);
        passingNotices.show({ title: m.technician_late_sent({ customer, reference }), tone: "success" });
      },
      onSent(tap) {
        queryClient.setQueryData(
          visitsQuery.queryKey,
          (known) => known && { ...known, visits: afterTaps(known.visits, [tap]) },
        );
      },
    });
    if (sent === "signed-out") onSignedOut();
    if (sent === "later" && pauseMs() > 0) pause.current = setTimeout(() => void send(), pauseMs());
    if (had > 0 && sent === "done") void queryClient.invalidateQueries({ queryKey: visitsQuery.queryKey });
  }, [userId, queryClient, onSignedOut]);

  useEffect(() => {
    void outbox.refresh().then(send);
    void refreshDrafts();
    const again = () => {
      void refetch();
      void send();
    };
    // The loss of the connection is shown at once, not at the next request.
    const changes = ["online", "offline"];
    for (const change of changes) window.addEventListener(change, again);
    const unfollow = subscribeToLiveUpdates(queryClient, userId, setLive);
    return () => {
      for (const change of changes) window.removeEventListener(change, again);
      unfollow();
      clearTimeout(pause.current);
    };
  }, [send, refetch, queryClient, userId]);

  // Sends after a new tap and after each successful refresh.
  const waitingKeys = taps.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: both values trigger sending.
  useEffect(() => {
    if (waitingKeys) void send();
  }, [waitingKeys, dataUpdatedAt, send]);

  useEffect(() => {
    if (error instanceof HttpError && (error.status === 401 || error.status === 403)) onSignedOut();
  }, [error, onSignedOut]);

  // The technician cannot send these again: the visit is not theirs any more.
  const listed = data?.online ? new Set(data.visits.map(({ id }) => id)) : null;
  const goneVisits = [
    ...new Set(
      taps.flatMap(({ visitId, refused, lateReportKey, late }) =>
        refused && lateReportKey && !late && listed && !listed.has(visitId) ? visitId : [],
      ),
    ),
  ].join();
  useEffect(() => {
    for (const visitId of goneVisits.split(",").filter(Boolean)) void sendToOffice(visitId);
  }, [goneVisits]);

  const heldUp = new Set(taps.filter(({ refused }) => refused).map(({ visitId }) => visitId));
  const waiting = taps.filter(({ visitId }) => !heldUp.has(visitId));
  return {
    visits: data
      ? afterTaps(
          data.visits,
          waiting.filter(({ late }) => !late),
        )
      : null,
    pictureId: data?.pictureId ?? null,
    websiteConsentAt: data?.websiteConsentAt,
    error: data ? null : error,
    online: data?.online ?? true,
    at: data?.at ?? null,
    waiting,
    refused: taps.filter(({ visitId }) => heldUp.has(visitId)),
    unfinished: drafts.filter((part) => part.userId === userId),
    refresh: () => void refetch(),
  };
}
