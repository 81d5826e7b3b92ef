import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that Linux gives to outgoing connections: one of those may be taken between the probe and its use. */
const PORTS = { from: 20_000, to: 32_000 };

/** A TCP port of 127.0.0.1 for a server that is told its port. */
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
