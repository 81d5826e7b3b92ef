import type { Pages } from "~/server/pages.server";
import { start } from "~/server/serve.server";
import { dieAtStatement } from "./kill-when";

// The whole product but its pages, for the tests of what happens when it is killed or stopped: bundled and run as another
// process. It listens on a port of its own and tells it. KILL_WHEN says at which statement it kills itself (kill-when.ts).
const noPages: Pages = {
  render: async () => new Response("a page"),
  sharedAs: () => null,
  listNamed: async () => new Set(),
};
const port = await start({ PORT: "0", ...process.env }, noPages);
const { KILL_WHEN } = process.env;
if (KILL_WHEN) dieAtStatement(KILL_WHEN);
process.stdout.write(`${port}\n`);
