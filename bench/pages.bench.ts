import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "vitest";
import { startProduct } from "../e2e/harness/product";
import { type Load, load } from "./load";
import { startMeasurement, writeResults } from "./write-results";

/**
 * Cost of a cached page compared with one rendered for each request (docs/decisions/0010-page-cache.md). Only
 * the ratio within one run is meaningful. The result is written to docs/performance.md.
 */
test("measures cached and rendered pages", { timeout: 120_000 }, async () => {
  // Raises the rendering limit per client for the measuring client.
  const product = await startProduct({ env: { CLIENT_RATE_LIMIT: "1000000" } });
  try {
    const home = `${product.origin}/`;
    const compressed = { "Accept-Encoding": "br" };
    const measured = startMeasurement();
    const first = await fetch(home, { headers: compressed });
    const conditional = { ...compressed, "If-None-Match": first.headers.get("ETag") ?? "" };
    const asset = /href="(\/assets\/[^"]+\.css)"/.exec(await (await fetch(home)).text())?.[1];
    const bareServer = await startBareServer(await fetchRaw(home, compressed));
    // Alternates, because other load slows both; each runs once for warm-up.
    const rounds: Record<"home" | "bare", Load[]> = { home: [], bare: [] };
    for (let round = 0; round < ROUNDS + 1; round++) {
      const [productLoad, bareLoad] = [
        await load(home, { headers: compressed, seconds: 2 }),
        await load(bareServer.url, { headers: compressed, seconds: 2 }),
      ];
      if (round > 0) {
        rounds.home.push(productLoad);
        rounds.bare.push(bareLoad);
      }
    }
    bareServer.stop();
    const result: Record<string, Load> = {
      "bare node:http: the same bytes": medianOf(rounds.bare),
      "stored: home": medianOf(rounds.home),
      "stored: home, one connection": await load(home, { headers: compressed, connections: 1 }),
      "stored: home, known already (304)": await load(home, { headers: conditional, status: 304 }),
      "file: the styles": await load(product.origin + asset, { headers: compressed }),
      // The closest page that is not cached: the same frame with less content. Uncompressed, which favours
      // it.
      "rendered: sign-in": await load(`${product.origin}/auth`),
    };
    console.table(result);
    const shares = rounds.home.map((one, at) => one.requestsPerSecond / rounds.bare[at]!.requestsPerSecond);
    const sorted = shares.toSorted((a, b) => a - b).map((share) => share.toFixed(2));
    const message = `a stored page was ${sorted[sorted.length >> 1]} (${sorted[0]} to ${sorted.at(-1)}) of a bare server`;
    console.log(message);
    writeResults(
      "pages",
      measured(`with the client on the same machine, 32 connections; in ${ROUNDS} rounds in turn ${message}`),
      ["what", "requests a second", "p50 ms", "p99 ms"],
      Object.entries(result).map(([label, one]) => [label, one.requestsPerSecond, one.p50, one.p99]),
    );
  } finally {
    await product.remove();
  }
});

const ROUNDS = 7;

function medianOf(loads: Load[]): Load {
  return loads.toSorted((a, b) => a.requestsPerSecond - b.requestsPerSecond)[loads.length >> 1]!;
}

/** The response as transferred, without the connection headers of Node. */
function fetchRaw(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      const { date, connection, "keep-alive": keepAlive, ...message } = answer.headers;
      const parts: Buffer[] = [];
      answer.on("data", (part) => parts.push(part));
      answer.on("end", () => resolve({ headers: message, body: Buffer.concat(parts) }));
    }).on("error", reject);
  });
}

interface Answer {
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A server that only sends this response, to measure the cost of Node itself. */
async function startBareServer({ headers, body }: Answer): Promise<{ url: string; stop: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "bare-"));
  writeFileSync(join(folder, "body"), body);
  writeFileSync(join(folder, "headers"), JSON.stringify(headers));
  const program = `import { readFileSync } from "node:fs";
import { createServer } from "node:http";
const body = readFileSync("body");
const headers = JSON.parse(readFileSync("headers", "utf8"));
const server = createServer((_, answer) => answer.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once("data", (data) => resolve(String(data).trim())),
  );
  return {
    url: `http://127.0.0.1:${port}/`,
    stop() {
      child.kill();
      rmSync(folder, { recursive: true });
    },
  };
}
