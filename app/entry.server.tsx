import { renderToReadableStream } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";
import { markLate } from "~/platform/late-code";

/**
 * Pages are rendered whole, not streamed: they are small, and a whole page can be stored and answered with an ETag.
 * The stream is awaited, because the router hands its data over through Suspense, which `renderToString` cuts off.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  let failed = false;
  const stream = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    // Nothing is cut out to be put in place later by an inline script: the page comes in reading order.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      failed = true;
      console.error(error);
    },
  });
  await stream.allReady;
  const html = markLate(await new Response(stream).text());

  headers.set("Content-Type", "text/html; charset=utf-8");
  // What an action says about its answer, such as when to try again, is said of the page that shows it.
  for (const said of Object.values(routerContext.staticHandlerContext.actionHeaders)) {
    for (const [name, value] of said) headers.set(name, value);
  }
  return new Response(html, { status: failed ? 500 : status, headers });
}
