import { type Config, ConfigError, loadConfig } from "../platform/config.server";
import { checkAddress, type Listener, listen, type StopTimes } from "../platform/http/listener.server";
import { infraFailureOf } from "../platform/incidents/infra-failure.server";
import { log } from "../platform/log.server";
import { openPageCache } from "../platform/pages/page-cache.server";
import { startTracing } from "../platform/tracing/tracing.server";
import { boot } from "./boot.server";
import { createHttp } from "./http.server";
import { serveOperations } from "./operations.server";
import type { Pages } from "./pages.server";

/** Node announces 5 seconds of keep-alive; one more covers the network. */
const IDLE_MS = 6_000;
const REQUESTS_MS = 20_000;
const AT_ONCE: StopTimes = { drainMs: 0, idleMs: 0, requestsMs: 0 };
/** Exits after this time, in addition to the configured waits. */
const STOP_MS = 60_000;

/** Starts the product and returns its port. A configuration error ends the process with one line and exit code 1. */
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
    const isPlain =
      error instanceof ConfigError || (error instanceof Error && infraFailureOf(error) !== null);
    console.error(isPlain ? error.message : error);
    process.exit(1);
  }
}

/**
 * SIGTERM stops without losing a request (docs/operations.md, "Several machines"). SIGINT from a terminal
 * does not wait for idle connections. Returns the port; null for a worker without a web server.
 */
async function serve(config: Config, pages: Pages, built?: string): Promise<number | null> {
  const listens = config.role !== "worker";
  // Fails before the slow database start if the address is not available.
  if (listens) await checkAddress(config);
  const stopTracing = await startTracing(config.tracing);
  const running = await boot(config);
  let listener: Listener | null = null;
  let operations: Listener | null = null;
  try {
    const cache = openPageCache(running.db, undefined, running.live.contentChanges);
    const { fetch } = createHttp(running, pages, built, cache);
    operations = await serveOperations(running);
    if (listens) listener = await listen(fetch, config, cache.send);
  } catch (error) {
    await operations?.stop(AT_ONCE);
    await running.close();
    throw error;
  }

  async function stop(times: StopTimes) {
    if (running.stopping) return;
    running.stopping = true;
    setTimeout(
      () => {
        log.error("shutdown-timeout", "The shutdown took too long; the process ends now");
        process.exit(1);
      },
      times.drainMs + config.mailStopMs + STOP_MS,
    );
    // Ends event streams, which never end by themselves. Browsers reconnect through the load balancer.
    void running.live.close();
    await listener?.stop(times);
    await operations?.stop(AT_ONCE);
    await running.close();
    await stopTracing();
    process.exit(0);
  }
  process.on("SIGTERM", () => stop({ drainMs: config.drainMs, idleMs: IDLE_MS, requestsMs: REQUESTS_MS }));
  process.on("SIGINT", () => stop({ drainMs: 0, idleMs: 0, requestsMs: REQUESTS_MS }));
  return listener?.port ?? null;
}
