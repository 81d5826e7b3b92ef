import { createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import { pageCtx } from "./context.server";
import type { Ctx } from "./platform/context";

const handler = createRequestHandler(build, import.meta.env.MODE);

/** Renders the page that a request asks for. */
export function renderPage(request: Request, ctx: Ctx): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(pageCtx, ctx);
  return handler(request, context);
}
