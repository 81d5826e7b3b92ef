import { createContext, createRequestHandler, RouterContextProvider } from "react-router";
import * as build from "virtual:react-router/server-build";
import type { Ctx } from "./platform/context";

/** The request's Ctx, for loaders: `context.get(pageCtx)`. */
export const pageCtx = createContext<Ctx | null>(null);

const handler = createRequestHandler(build, import.meta.env.MODE);

/** Renders the page that a request asks for. */
export function renderPage(request: Request, ctx: Ctx): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(pageCtx, ctx);
  return handler(request, context);
}
