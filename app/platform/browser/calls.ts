import type { DataTag, QueryKey } from "@tanstack/react-query";
import type { Endpoint, Endpoints } from "../http/endpoint.server";
import { getJson, postJson } from "./http-client";

type Rows<Api extends Endpoints> = Api["rows"][number];
export type Paths<Api extends Endpoints, Method extends Endpoint["method"]> = Extract<
  Rows<Api>,
  { method: Method }
>["path"];
type TypesOf<Api extends Endpoints, Method extends Endpoint["method"], Path extends string> =
  Extract<Rows<Api>, { method: Method; path: Path }> extends { types?: infer Types }
    ? NonNullable<Types>
    : never;
export type Input<Api extends Endpoints, Method extends Endpoint["method"], Path extends string> =
  TypesOf<Api, Method, Path> extends { input: infer Given } ? Given : never;
export type Answer<Api extends Endpoints, Method extends Endpoint["method"], Path extends string> =
  TypesOf<Api, Method, Path> extends { answer: infer Told } ? Told : never;

/**
 * The calls of a feature's rows, typed by them: path, what is sent, what is answered.
 *
 *   const reviews = callsOf<typeof reviewsApi>();
 *   reviews.send("/bookings/{reference}/review", { reference, rating, words })
 *
 * What the office does and sees live has more to it: topic-client.ts, which stands on this. Every page loads this file.
 */
export function callsOf<Api extends Endpoints>() {
  return {
    get<Path extends Paths<Api, "get">>(
      path: Path,
      input: Input<Api, "get", Path>,
      signal?: AbortSignal,
    ): Promise<Answer<Api, "get", Path>> {
      return getJson(...fill(path, input as object), signal);
    },

    /** `key`: the idempotency key of what may be sent again. */
    send<Path extends Paths<Api, "post">>(
      path: Path,
      input: Input<Api, "post", Path>,
      key?: string,
      signal?: AbortSignal,
    ): Promise<Answer<Api, "post", Path>> {
      return postJson(...fill(path, input as object), key, signal);
    },

    /** Options for `useQuery`. A key that starts with a live topic is asked for again by its events (live-client.ts). */
    query<const Key extends QueryKey, Path extends Paths<Api, "get">>(
      queryKey: Key,
      path: Path,
      input: Input<Api, "get", Path>,
    ) {
      type Told = Answer<Api, "get", Path>;
      // Not by `queryOptions`, which would bring the library into every page's first load.
      return {
        queryKey: queryKey as DataTag<Key, Told, Error>,
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          getJson<Told>(...fill(path, input as object), signal),
      };
    },
  };
}

/** Puts the input's parts into the path; the rest goes into the query or the body. */
function fill(path: string, input: object): [address: string, rest: Record<string, never>] {
  const rest = { ...input } as Record<string, never>;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return [`/api${address}`, rest];
}
