import type { Pages } from "~/server/pages.server";
import { start } from "~/server/serve.server";
import { killSelfAtStatement } from "./kill-when";

// The whole product without its pages, for crash and shutdown tests: bundled and run as a child process. It
// listens on a free port and prints it. KILL_WHEN is the statement at which it kills itself (kill-when.ts).
const noPages: Pages = {
  render: async () => new Response("a page"),
  sharedAs: () => null,
  patternOf: () => "/",
  listNamed: async () => new Set(),
};
const port = await start({ PORT: "0", ...process.env }, noPages);
const { KILL_WHEN } = process.env;
if (KILL_WHEN) killSelfAtStatement(KILL_WHEN);
process.stdout.write(`${port}\n`);
