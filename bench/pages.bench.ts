import { test } from "vitest";
import { startProduct } from "../e2e/product";
import { type Load, load } from "./load";

/**
 * What a stored page costs beside one that is rendered for each request (docs/decisions/0010-page-cache.md). Only the
 * ratio within one run means something.
 */
test("pages", { timeout: 120_000 }, async () => {
  // Renderings are bounded for one client: the measuring one has leave for more than it can ask for.
  const product = await startProduct({ env: { CLIENT_RATE_LIMIT: "1000000" } });
  try {
    const home = `${product.origin}/`;
    const compressed = { "Accept-Encoding": "br" };
    const first = await fetch(home, { headers: compressed });
    const known = { ...compressed, "If-None-Match": first.headers.get("ETag") ?? "" };
    const asset = /href="(\/assets\/[^"]+\.css)"/.exec(await (await fetch(home)).text())?.[1];
    const result: Record<string, Load> = {
      "stored: home": await load(home, { headers: compressed }),
      "stored: home, one connection": await load(home, { headers: compressed, connections: 1 }),
      "stored: home, known already (304)": await load(home, { headers: known, status: 304 }),
      "file: the styles": await load(product.origin + asset, { headers: compressed }),
      // The same frame with less in it: the nearest that is not stored. Uncompressed, which favours it.
      "rendered: sign-in": await load(`${product.origin}/auth`),
    };
    console.table(result);
  } finally {
    await product.remove();
  }
});
