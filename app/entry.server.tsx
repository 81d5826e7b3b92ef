import { renderToReadableStream } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { deferModuleScripts } from "~/platform/browser/deferred-scripts";
import { infraFailureOf } from "./platform/incidents/infra-failure.server";
import { log } from "./platform/log.server";
import { pageCtx } from "./server/context.server";

/**
 * Pages are rendered completely instead of streamed: they are small, and a complete page can be cached and
 * answered with an ETag. The stream is awaited, because the router passes its data through Suspense, which
 * `renderToString` cuts off.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  let failed = false;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    // Prevents React from moving content into place by an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failed = true;
      logFailure(error, request, context);
    },
  });
  await stream.allReady;
  const html = deferModuleScripts(await new Response(stream).text());

  headers.set("Content-Type", "text/html; charset=utf-8");
  // Copies headers of an action, such as Retry-After, to the page that shows its result.
  for (const actionHeaders of Object.values(routerContext.staticHandlerContext.actionHeaders)) {
    for (const [name, value] of actionHeaders) headers.set(name, value);
  }
  return new Response(html, { status: failed ? 500 : status, headers });
}

/**
 * Reports errors of loaders and actions. Invalid requests (404, 405) are answered and are not logged as
 * failures.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  logFailure(error, request, context as Readonly<RouterContextProvider>);
};

function logFailure(error: unknown, request: Request, context: Readonly<RouterContextProvider>): void {
  const ctx = context.get(pageCtx);
  const path = new URL(request.url).pathname;
  const fields = { error, requestId: ctx?.requestId, method: request.method, path };
  const failure = infraFailureOf(error);
  if (ctx && failure) {
    ctx.infraFailure = failure;
    log.warn("page-rendering-unavailable", "A page could not be served temporarily", { failure, ...fields });
  } else log.error("page-failed", "A page failed", fields);
}
