import { getRequestListener } from "@hono/node-server";
import { loadConfig } from "../platform/config.server";
import { boot, type Running } from "./boot.server";
import { createHttp } from "./http.server";
import { pages } from "./pages.server";

/** Keeps the database and worker on the process, because an edit reloads this module. */
const survivor = globalThis as typeof globalThis & { running?: Promise<Running> };
if (!survivor.running) {
  survivor.running = boot(loadConfig(process.env));
  // Stops the database, which would otherwise outlive Vite.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
}

async function stop(): Promise<void> {
  const running = await survivor.running;
  await running?.close();
  process.exit();
}

const http = createHttp(await survivor.running, pages);

export const handleInDevelopment = getRequestListener(http.fetch);
