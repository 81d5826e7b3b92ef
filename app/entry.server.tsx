import { renderToString } from "react-dom/server";
import { type EntryContext, ServerRouter } from "react-router";

/** Pages are rendered whole, not streamed: they are small, and a whole page can be stored and answered with an ETag. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  const html = renderToString(<ServerRouter context={routerContext} url={request.url} />);
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
