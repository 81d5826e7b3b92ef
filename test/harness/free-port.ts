import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ephemeral ports of Linux, which may be taken between the probe and the use. */
const PORTS = { from: 20_000, to: 32_000 };

/** A free TCP port of 127.0.0.1 for a server with a configured port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
