import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { type PageCtx, pageCtx } from "./context.server";
import { sharedPages } from "./shared-pages.server";

/** The pages, as the HTTP app knows them. */
export interface Pages {
  render(request: Request, ctx: PageCtx): Promise<Response>;
  /** Whether an address (shared-pages.server.ts) leads to a page that is the same for everyone. */
  isShared(address: string): boolean;
}

const handler = createRequestHandler(build, import.meta.env.MODE);

export const pages: Pages = {
  render(request, ctx) {
    const context = new RouterContextProvider();
    context.set(pageCtx, ctx);
    return handler(request, context);
  },
  isShared: sharedPages(build.routes),
};
