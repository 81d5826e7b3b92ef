import { UNSAFE_ErrorResponseImpl as ErrorResponse, RouterContextProvider } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { handleError } from "./entry.server";
import { type PageCtx, pageCtx } from "./server/context.server";

const write = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
afterEach(() => write.mockClear());
const logged = () => write.mock.calls.map(([line]) => JSON.parse(String(line)));

function failing(error: unknown, signal?: AbortSignal) {
  const context = new RouterContextProvider();
  context.set(pageCtx, { requestId: "request-7" } as PageCtx);
  const request = new Request("https://rukn.example/bookings?key=secret", { signal });
  handleError(error, { request, context, params: {}, url: new URL(request.url), pattern: "" } as never);
}

it("logs a failed page once, without its query string and email addresses", () => {
  failing(new Error("No answer for aisha@example.com"));
  expect(logged()).toMatchObject([
    {
      level: "error",
      code: "page-failed",
      message: "A page failed",
      requestId: "request-7",
      method: "GET",
      path: "/bookings",
    },
  ]);
  expect(JSON.stringify(logged())).not.toMatch(/secret|aisha/);
});

it("logs no failure for invalid or aborted requests", () => {
  failing(new ErrorResponse(405, "Method Not Allowed", new Error("no action"), true));
  failing(new ErrorResponse(404, "Not Found", null));
  failing(new Error("aborted"), AbortSignal.abort());
  expect(logged()).toEqual([]);
});
