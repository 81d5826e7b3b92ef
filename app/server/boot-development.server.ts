import { getRequestListener } from "@hono/node-server";
import { loadConfig } from "../platform/config.server";
import { boot, type Running } from "./boot.server";
import { createHttp } from "./http.server";
import { pages } from "./pages.server";

/** An edit reloads this module in development, so the database and worker stay on the process. */
const survivor = globalThis as typeof globalThis & { running?: Promise<Running> };
if (!survivor.running) {
  survivor.running = boot(loadConfig(process.env));
  // Vite exits without stopping them, so the database would outlive it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
}

async function stop(): Promise<void> {
  const running = await survivor.running;
  await running?.close();
  process.exit();
}

const http = createHttp(await survivor.running, pages);

export const handleInDevelopment = getRequestListener(http.fetch);
