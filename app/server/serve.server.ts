import { type Config, ConfigError, loadConfig } from "../platform/config.server";
import { checkAddress, type Listener, listen, type StopTimes } from "../platform/http/listener.server";
import { infraFailureOf } from "../platform/incidents/infra-failure.server";
import { log } from "../platform/log.server";
import { openPageCache } from "../platform/pages/page-cache.server";
import { boot } from "./boot.server";
import { createHttp } from "./http.server";
import type { Pages } from "./pages.server";

/** A browser or a proxy may use a connection again for 5 seconds after an answer, as Node tells it, and some way. */
const IDLE_MS = 6_000;
const REQUESTS_MS = 20_000;
/** For all of a stop beside what is configured: requests, jobs, the database. Then the process ends whatever hangs. */
const STOP_MS = 60_000;

/** Runs the product as the environment says. What the operator has to put right ends it with one line, and the exit code 1. */
export async function start(
  env: Readonly<Record<string, string | undefined>>,
  pages: Pages,
  built?: string,
): Promise<number | null> {
  try {
    const config = loadConfig(env);
    const port = await serve(config, pages, built);
    if (port !== null) console.log(`Ready: ${config.publicUrl}`);
    return port;
  } catch (error) {
    const isPlain = error instanceof ConfigError || (error instanceof Error && infraFailureOf(error) !== null);
    console.error(isPlain ? error.message : error);
    process.exit(1);
  }
}

/**
 * Starts everything: database, migrations, worker, and the web server with the `built` files. On SIGTERM a graceful stop, which
 * loses no request (docs/operations.md, "Several machines"); on SIGINT, which comes from a terminal, nobody is waited for who asks
 * nothing. Returns the port, null where nothing is served.
 */
async function serve(config: Config, pages: Pages, built?: string): Promise<number | null> {
  const listens = config.role !== "worker";
  // Told before the database is started, which may take a while.
  if (listens) await checkAddress(config);
  const running = await boot(config);
  let listener: Listener | null = null;
  try {
    const cache = openPageCache(running.db, undefined, running.live.contentChanges);
    const { fetch } = createHttp(running, pages, built, cache);
    if (listens) listener = await listen(fetch, config, cache.send);
  } catch (error) {
    await running.close();
    throw error;
  }

  async function stop(times: StopTimes) {
    if (running.stopping) return;
    running.stopping = true;
    setTimeout(
      () => {
        log.error("The stop took too long, and the process ends as it is");
        process.exit(1);
      },
      times.drainMs + config.mailStopMs + STOP_MS,
    );
    // Live pages never end by themselves. They come again, where the balancer sends them.
    void running.live.close();
    await listener?.stop(times);
    await running.close();
    process.exit(0);
  }
  process.on("SIGTERM", () => stop({ drainMs: config.drainMs, idleMs: IDLE_MS, requestsMs: REQUESTS_MS }));
  process.on("SIGINT", () => stop({ drainMs: 0, idleMs: 0, requestsMs: REQUESTS_MS }));
  return listener?.port ?? null;
}
