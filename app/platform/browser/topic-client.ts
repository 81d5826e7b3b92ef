import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import type { Topic } from "../events/events";
import type { Endpoints } from "../http/endpoint.server";
import { type Answer, callsOf, type Input, type Paths } from "./calls";
import { newKey } from "./http-client";
import { nextCursorOf, reuseCachedPage } from "./visible-pages";

/** What only the client adds, page by page. */
type WithoutPage<Given> = Omit<Given, "cursor" | "pageEnd" | "limit">;

const PAGE_SIZE = 50;
/** What is asked for again may have grown. */
const MAX_ROWS = 100;

/**
 * The browser's side of a feature's rows, typed by them:
 *
 *   const customers = topicClient<typeof customersApi>("customer");
 *   useQuery(customers.query("/admin/customers/{id}", { id }))
 *   customers.useChange("/admin/customers/{id}/notes").mutate({ id, words })
 *
 * Every key starts with the live topic, so that an event of it asks again for what is shown (live-client.ts). After a
 * change, done or refused, everything of the topic is asked for again: a stale page corrects itself.
 */
export function topicClient<Api extends Endpoints>(topic: Topic) {
  const calls = callsOf<Api>();
  return {
    topic,
    /** Sends a change from where there is no hook. */
    send: calls.send,

    /** Options for `useQuery`. */
    query<Path extends Paths<Api, "get">>(path: Path, input: Input<Api, "get", Path>) {
      return calls.query([topic, path, input], path, input);
    },

    /** The same for one record, beside a list of them: asked for again only when something happened to this one (live-client.ts). */
    record<Path extends Paths<Api, "get">>(path: Path, input: Input<Api, "get", Path> & { id: string }) {
      return { ...this.query(path, input), meta: { record: input.id } };
    },

    /** Options for `useInfiniteQuery`, for a list that comes in pages. */
    pages<Path extends Paths<Api, "get">>(path: Path, input: WithoutPage<Input<Api, "get", Path>>) {
      return infiniteQueryOptions({
        queryKey: [topic, path, "pages", input] as const,
        queryFn: ({ client, queryKey, pageParam, signal }) => {
          type Page = Answer<Api, "get", Path> & { nextCursor: string | null };
          const known = client.getQueryData<InfiniteData<Page, string>>(queryKey);
          const kept = reuseCachedPage(queryKey, known, pageParam);
          if (kept) return kept as Page;
          const pageEnd = nextCursorOf(known, pageParam);
          const page = { cursor: pageParam, pageEnd, limit: pageEnd ? MAX_ROWS : PAGE_SIZE };
          return calls.get(path, { ...input, ...page } as never, signal) as Promise<Page>;
        },
        initialPageParam: "",
        getNextPageParam: (last) => last.nextCursor,
      });
    },

    /**
     * A change; `keep` puts what is answered where it is shown, before everything is asked for again. `given` is sent
     * with each, as the id and the version of the record that is shown.
     */
    useChange<Path extends Paths<Api, "post">, Given extends object = Record<never, never>>(
      path: Path,
      keep?: (answer: Answer<Api, "post", Path>, queryClient: QueryClient) => void,
      given?: Given,
    ) {
      const queryClient = useQueryClient();
      const keyFor = useKey();
      return useMutation({
        mutationFn: (input: Omit<Input<Api, "post", Path>, keyof Given>) => {
          const seen = { ...given, ...input };
          const key = keyFor(seen);
          return upToDate(path, seen, (sent) => calls.send(path, sent as never, key));
        },
        onSuccess: (answer) => {
          keyFor(null);
          keep?.(answer, queryClient);
        },
        onSettled: () => {
          void queryClient.invalidateQueries({ queryKey: [topic] });
        },
      });
    },
  };
}

/** The same input, sent again after a broken connection, keeps its key and is done once; `null` begins anew. */
function useKey() {
  const last = useRef({ sent: "", key: "" });
  return (input: unknown): string => {
    const sent = JSON.stringify(input);
    if (input === null || last.current.sent !== sent) last.current = { sent, key: newKey() };
    return last.current.key;
  };
}

/**
 * What this page itself changed: by record and the version that was seen, the version made of it; null: it was refused. The last
 * ones only: a form that is open longer has been told of the newer version.
 */
const MAX_OWN_CHANGES = 100;
const ownChanges = new Map<string, Promise<number | null>>();

/**
 * Sends a change of a record in the version that this page's own changes have made of the one that was seen. Without it,
 * who saves two forms of a record while answers are slow is told that somebody else changed it.
 */
async function upToDate<Answer>(
  path: string,
  seen: object,
  send: (input: object) => Promise<Answer>,
): Promise<Answer> {
  const { version: seenVersion, ...input } = seen as { version?: number } & Record<string, unknown>;
  const record = input[/\{(\w+)\}/.exec(path)?.[1] ?? ""];
  if (seenVersion === undefined || typeof record !== "string") return send(seen);
  let version = seenVersion;
  for (let own = ownChanges.get(`${record} ${version}`); own; own = ownChanges.get(`${record} ${version}`)) {
    const made = await own;
    if (made === null || made === version) break;
    version = made;
  }
  const answer = send({ ...input, version });
  ownChanges.set(
    `${record} ${version}`,
    answer.then(
      (answer) => versionOf(record, answer),
      () => null,
    ),
  );
  if (ownChanges.size > MAX_OWN_CHANGES) ownChanges.delete(ownChanges.keys().next().value!);
  return answer;
}

/** The version of a record in what was answered. */
function versionOf(record: string, answer: unknown): number | null {
  for (const told of Object.values(answer ?? {})) {
    if (told?.id === record && typeof told.version === "number") return told.version;
  }
  return null;
}
