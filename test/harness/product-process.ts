import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { boot } from "~/boot.server";
import { createHttp } from "~/http.server";
import type { Pages } from "~/pages.server";
import { loadConfig } from "~/platform/config.server";
import { dieAtStatement } from "./kill-when";

// The whole product but its pages, for the tests of what happens when it is killed: bundled and run as another process. It
// listens on a port of its own and tells it. KILL_WHEN says at which statement it kills itself (kill-when.ts).
const noPages: Pages = { render: async () => new Response("a page"), sharedAs: () => null };
const running = await boot(loadConfig(process.env));
const { KILL_WHEN } = process.env;
if (KILL_WHEN) dieAtStatement(KILL_WHEN);
const server = serve({ fetch: createHttp(running, noPages).fetch, port: 0, hostname: "127.0.0.1" });
server.once("listening", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.on("SIGTERM", async () => {
  server.close();
  await running.close();
  process.exit(0);
});
