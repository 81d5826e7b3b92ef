import { getRequestListener } from "@hono/node-server";
import { loadConfig } from "../platform/config.server";
import { boot, type Running } from "./boot.server";
import { createHttp } from "./http.server";
import { pages } from "./pages.server";

/** In development an edit loads this module again; database and worker are kept on the process. */
const kept = globalThis as typeof globalThis & { running?: Promise<Running> };
if (!kept.running) {
  kept.running = boot(loadConfig(process.env));
  // Vite ends without asking: the database would outlive it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
}

async function stop(): Promise<void> {
  const running = await kept.running;
  await running?.close();
  process.exit();
}

const http = createHttp(await kept.running, pages);

export const handleInDevelopment = getRequestListener(http.fetch);
