import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { ownVisits } from "~/features/technician-app/client";
import { draftParts, refreshDrafts } from "~/features/technician-app/phone/drafts";
import {
  type DraftOf,
  findKept,
  keep,
  namedAnew,
  type Tap,
} from "~/features/technician-app/phone/phone-store";
import { afterTaps } from "~/features/technician-app/report";
import type { OwnVisit, OwnVisits } from "~/features/technician-app/views";
import { HttpError } from "~/platform/browser/http-client";
import { followLive } from "~/platform/live/live-client";
import { outbox, pauseMs, sendTaps } from "./outbox";

/** `online: false`: what was last known, as there is no connection. */
type Known = OwnVisits & { online: boolean };

/** Without a connection to tell of changes, everything is asked for again so often. */
const REFRESH_MS = 60_000;

/** Starts with the live topic that makes it stale (app/platform/live/live-client.ts). */
const visitsQuery = queryOptions({
  queryKey: ["visit"],
  queryFn: async ({ signal }): Promise<Known> => {
    try {
      const visits = await ownVisits.get("/technician/visits", {}, signal);
      await keep("visits", visits);
      return { ...visits, online: true };
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      const kept = await findKept("visits");
      if (!kept) throw error;
      return { ...namedAnew(kept), online: false };
    }
  },
  // The connection may be there although the browser thinks not, in a basement as anywhere.
  networkMode: "always",
  retry: false,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: "always",
});

function isUnreachable(error: unknown): boolean {
  return error instanceof HttpError && (error.status === 0 || error.status >= 500);
}

export interface TechnicianWork {
  /** As they will be once everything tapped has arrived; null: not known yet. */
  visits: OwnVisit[] | null;
  /** Of whoever is signed in; null: there is none, or it is not known. */
  pictureId: string | null;
  error: Error | null;
  online: boolean;
  /** When the visits were read, ISO 8601. */
  at: string | null;
  waiting: Tap[];
  refused: Tap[];
  /** Of which visits and moves there are parts of a report that is not finished. */
  unfinished: DraftOf[];
  refresh: () => void;
}

/** The technician's visits and what he tapped, kept, sent and followed live. `onSignedOut`: nobody is signed in any more. */
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
    // Gone, too: the page says so at once, and not when it asks the next time.
    const changes = ["online", "offline"];
    for (const change of changes) window.addEventListener(change, again);
    const unfollow = followLive(queryClient, userId, setLive);
    return () => {
      for (const change of changes) window.removeEventListener(change, again);
      unfollow();
      clearTimeout(pause.current);
    };
  }, [send, refetch, queryClient, userId]);

  // Something was tapped, or the server was just heard from.
  const waitingKeys = taps.map(({ key }) => key).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: sent again for either of them.
  useEffect(() => {
    if (waitingKeys) void send();
  }, [waitingKeys, dataUpdatedAt, send]);

  useEffect(() => {
    if (error instanceof HttpError && (error.status === 401 || error.status === 403)) onSignedOut();
  }, [error, onSignedOut]);

  const heldUp = new Set(taps.filter(({ refused }) => refused).map(({ visitId }) => visitId));
  const waiting = taps.filter(({ visitId }) => !heldUp.has(visitId));
  return {
    visits: data ? afterTaps(data.visits, waiting) : null,
    pictureId: data?.pictureId ?? null,
    error: data ? null : error,
    online: data?.online ?? true,
    at: data?.at ?? null,
    waiting,
    refused: taps.filter(({ visitId }) => heldUp.has(visitId)),
    unfinished: drafts.filter((part) => part.userId === userId),
    refresh: () => void refetch(),
  };
}
