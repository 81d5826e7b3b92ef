import { getRequestListener } from "@hono/node-server";
import { boot, type Running } from "./boot.server";
import { createHttp } from "./http.server";
import { renderPage } from "./pages.server";
import { loadConfig } from "./platform/config.server";

/** In development an edit loads this module again; database and worker are kept on the process. */
const kept = globalThis as typeof globalThis & { running?: Promise<Running> };
kept.running ??= boot(loadConfig(process.env));

const http = createHttp(await kept.running, renderPage);

export const handleInDevelopment = getRequestListener(http.fetch);
