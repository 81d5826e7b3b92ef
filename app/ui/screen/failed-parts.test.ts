import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { HttpError } from "~/platform/browser/http-client";
import { isFailed } from "./failed-parts";

it("counts queries without an answer as failed, but no refusals", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const fails = async (error: Error) => {
    await client.fetchQuery({ queryKey: ["part"], queryFn: () => Promise.reject(error) }).catch(() => {});
    return isFailed(client.getQueryCache().find({ queryKey: ["part"] })!);
  };
  expect(await fails(new HttpError(0, "", "offline"))).toBe(true);
  expect(await fails(new HttpError(500, "", "error"))).toBe(true);
  expect(await fails(new HttpError(200, "", "error"))).toBe(true);
  expect(await fails(new HttpError(404, "", "not-found"))).toBe(false);
  client.setQueryData(["part"], 1);
  expect(await fails(new HttpError(0, "", "offline"))).toBe(false);
});
