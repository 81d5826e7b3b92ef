import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useState } from "react";
import type { Topic } from "../events/events";
import type { Endpoints } from "../http/endpoint.server";
import { type Answer, apiClient, type Input, type Paths } from "./api-client";
import { createRepeatedCalls } from "./repeated-calls";
import { nextCursorOf, reuseCachedPage } from "./visible-pages";

type WithoutPage<BaseInput> = Omit<BaseInput, "cursor" | "pageEnd" | "limit">;

const PAGE_SIZE = 50;
const MAX_ROWS = 100;

/**
 * Typed client of a feature's API rows with live updates:
 *
 *   const customers = topicClient<typeof customersApi>("customer");
 *   useQuery(customers.query("/admin/customers/{id}", { id }))
 *   customers.useChange("/admin/customers/{id}/notes").mutate({ id, words })
 *
 * Each query key starts with the topic, so that its events refetch it (live-client.ts). After a change or a
 * refusal all queries of the topic are refetched.
 */
export function topicClient<Api extends Endpoints>(topic: Topic) {
  const calls = apiClient<Api>();
  return {
    topic,
    send: calls.send,

    query<Path extends Paths<Api, "get">>(path: Path, input: Input<Api, "get", Path>) {
      return calls.query([topic, path, input], path, input);
    },

    record<Path extends Paths<Api, "get">>(path: Path, input: Input<Api, "get", Path> & { id: string }) {
      return { ...this.query(path, input), meta: { record: input.id } };
    },

    pages<Path extends Paths<Api, "get">>(path: Path, input: WithoutPage<Input<Api, "get", Path>>) {
      return infiniteQueryOptions({
        queryKey: [topic, path, "pages", input] as const,
        queryFn: ({ client, queryKey, pageParam, signal }) => {
          type Page = Answer<Api, "get", Path> & { nextCursor: string | null };
          const known = client.getQueryData<InfiniteData<Page, string>>(queryKey);
          const cachedPage = reuseCachedPage(queryKey, known, pageParam);
          if (cachedPage) return cachedPage as Page;
          const pageEnd = nextCursorOf(known, pageParam);
          const page = { cursor: pageParam, pageEnd, limit: pageEnd ? MAX_ROWS : PAGE_SIZE };
          return calls.get(path, { ...input, ...page } as never, signal) as Promise<Page>;
        },
        initialPageParam: "",
        getNextPageParam: (last) => last.nextCursor,
      });
    },

    /**
     * `updateCache` writes the response into the cache. `baseInput`: part of every call's input, such as id
     * and version.
     */
    useChange<Path extends Paths<Api, "post">, BaseInput extends object = Record<never, never>>(
      path: Path,
      updateCache?: (answer: Answer<Api, "post", Path>, queryClient: QueryClient) => void,
      baseInput?: BaseInput,
    ) {
      const queryClient = useQueryClient();
      const [call] = useState(() => createRepeatedCalls());
      return useMutation({
        mutationFn: (input: Omit<Input<Api, "post", Path>, keyof BaseInput>) =>
          call({ ...baseInput, ...input }, (repeated, key) =>
            sendWithLatestVersion(path, repeated, (sent) => calls.send(path, sent as never, key)),
          ),
        onSuccess: (answer) => updateCache?.(answer, queryClient),
        onSettled: () => {
          void queryClient.invalidateQueries({ queryKey: [topic] });
        },
      });
    },
  };
}

/** Changes of this page: new version by record and replaced version, null if refused. */
const MAX_OWN_CHANGES = 100;
const ownChanges = new Map<string, Promise<number | null>>();

/**
 * Uses the latest version that this page created. Otherwise two quick saves from the same tab would conflict.
 */
async function sendWithLatestVersion<Answer>(
  path: string,
  fullInput: object,
  send: (input: object) => Promise<Answer>,
): Promise<Answer> {
  const { version: loadedVersion, ...input } = fullInput as { version?: number } & Record<string, unknown>;
  const record = input[/\{(\w+)\}/.exec(path)?.[1] ?? ""];
  if (loadedVersion === undefined || typeof record !== "string") return send(fullInput);
  let version = loadedVersion;
  for (
    let change = ownChanges.get(`${record} ${version}`);
    change;
    change = ownChanges.get(`${record} ${version}`)
  ) {
    const newVersion = await change;
    if (newVersion === null || newVersion === version) break;
    version = newVersion;
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

function versionOf(record: string, answer: unknown): number | null {
  for (const part of Object.values(answer ?? {})) {
    if (part?.id === record && typeof part.version === "number") return part.version;
  }
  return null;
}
