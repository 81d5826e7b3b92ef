import { Hono } from "hono";
import { healthApi } from "../platform/http/health.server";
import { type Listener, listen } from "../platform/http/listener.server";
import { registry } from "../platform/metrics/metrics.server";
import { observeState } from "../platform/metrics/observed-state.server";
import type { Running } from "./boot.server";

/** Health and metrics of web processes and workers, on a port of their own. */
export function operationsApi(running: Running): Hono {
  const operations = new Hono();
  operations.route("/", healthApi(running));
  operations.get("/metrics", async (c) => {
    await observeState(running);
    return c.body(await registry.metrics(), 200, { "Content-Type": registry.contentType });
  });
  return operations;
}

/** Listens on METRICS_PORT, or returns null without one. */
export async function serveOperations(running: Running): Promise<Listener | null> {
  const { metricsPort: port, metricsHost: host } = running.config;
  return port === undefined ? null : listen(operationsApi(running).fetch, { port, host });
}
