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
  TypesOf<Api, Method, Path> extends { input: infer InputType } ? InputType : never;
export type Answer<Api extends Endpoints, Method extends Endpoint["method"], Path extends string> =
  TypesOf<Api, Method, Path> extends { answer: infer Response } ? Response : never;

/**
 * Typed client of a feature's API rows.
 *
 *   const reviews = apiClient<typeof reviewsApi>();
 *   reviews.send("/bookings/{reference}/review", { reference, rating, words })
 *
 * Every page loads this file. Live office pages use topic-client.ts, which extends it.
 */
export function apiClient<Api extends Endpoints>() {
  return {
    get<Path extends Paths<Api, "get">>(
      path: Path,
      input: Input<Api, "get", Path>,
      signal?: AbortSignal,
    ): Promise<Answer<Api, "get", Path>> {
      return getJson(...buildRequest(path, input as object), signal);
    },

    send<Path extends Paths<Api, "post">>(
      path: Path,
      input: Input<Api, "post", Path>,
      key?: string,
      signal?: AbortSignal,
    ): Promise<Answer<Api, "post", Path>> {
      return postJson(...buildRequest(path, input as object), key, signal);
    },

    /** Events of the topic at the start of the key refetch the query (live-client.ts). */
    query<const Key extends QueryKey, Path extends Paths<Api, "get">>(
      queryKey: Key,
      path: Path,
      input: Input<Api, "get", Path>,
    ) {
      type Response = Answer<Api, "get", Path>;
      // Avoids `queryOptions`, to keep the library out of every page's first load.
      return {
        queryKey: queryKey as DataTag<Key, Response, Error>,
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          getJson<Response>(...buildRequest(path, input as object), signal),
      };
    },
  };
}

/** Path parameters go into the address, the rest into the query or body. */
function buildRequest(path: string, input: object): [address: string, rest: Record<string, never>] {
  const rest = { ...input } as Record<string, never>;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return [`/api${address}`, rest];
}
