import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, isCompressible, storeResponse } from "./stored-response.server";

const TEXT = "<p>Crafted for a city that never stops</p>".repeat(50);
const page = storeResponse(new TextEncoder().encode(TEXT), { "Content-Type": "text/html; charset=utf-8" });
const request = (headers: Record<string, string> = {}, method = "GET") =>
  page.respond(new Request("http://localhost/", { method, headers }));

describe("storeResponse", () => {
  it("responds in the accepted encoding, each with its own ETag", async () => {
    const plain = await request();
    const br = await request({ "Accept-Encoding": "gzip, deflate, br, zstd" });
    const gzip = await request({ "Accept-Encoding": "gzip" });
    expect(await plain.text()).toBe(TEXT);
    expect(brotliDecompressSync(await br.arrayBuffer()).toString()).toBe(TEXT);
    expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(TEXT);
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    expect(br.headers.get("Content-Encoding")).toBe("br");
    expect(gzip.headers.get("Content-Encoding")).toBe("gzip");
    expect(new Set([plain, br, gzip].map(({ headers }) => headers.get("ETag"))).size).toBe(3);
    for (const { headers } of [plain, br, gzip]) expect(headers.get("Vary")).toBe("Accept-Encoding");
  });

  it("responds with 304 when the ETag matches", async () => {
    const etag = (await request({ "Accept-Encoding": "br" })).headers.get("ETag")!;
    for (const named of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await request({ "Accept-Encoding": "br", "If-None-Match": named });
      expect([named, again.status, await again.text()]).toEqual([named, 304, ""]);
      expect(again.headers.get("ETag")).toBe(etag);
    }
    expect((await request({ "If-None-Match": etag })).status).toBe(200);
  });

  it("changes the ETag when only a header differs", async () => {
    const other = storeResponse(new TextEncoder().encode(TEXT), { "Content-Type": "text/plain" });
    const { headers } = await other.respond(new Request("http://localhost/"));
    expect(headers.get("ETag")).not.toBe((await request()).headers.get("ETag"));
  });

  it("sends the same headers without a body for HEAD", async () => {
    const head = await request({ "Accept-Encoding": "br" }, "HEAD");
    const get = await request({ "Accept-Encoding": "br" });
    expect(await head.text()).toBe("");
    expect([...head.headers]).toEqual([...get.headers]);
    expect(Number(head.headers.get("Content-Length"))).toBe((await get.arrayBuffer()).byteLength);
  });

  it("does not compress formats that are already compressed", async () => {
    const picture = storeResponse(new Uint8Array(1000), { "Content-Type": "image/png" });
    const { headers } = await picture.respond(
      new Request("http://localhost/", { headers: { "Accept-Encoding": "br" } }),
    );
    expect([headers.get("Content-Encoding"), headers.get("Vary")]).toEqual([null, null]);
  });
});

it.each([
  [null, "identity"],
  ["", "identity"],
  ["identity", "identity"],
  ["gzip;q=1.0, br;q=0.5", "br"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.0,gzip;q=0.000", "identity"],
  ["GZIP", "gzip"],
])("chooses an encoding for Accept-Encoding %j: %s", (accepted, chosen) => {
  expect(chooseEncoding(accepted)).toBe(chosen);
});

it.each([
  ["text/html; charset=utf-8", true],
  ["text/x-script", true],
  ["application/json", true],
  ["application/manifest+json", true],
  ["application/xml", true],
  ["image/svg+xml", true],
  ["image/png", false],
  ["font/woff2", false],
  ["application/octet-stream", false],
])("isCompressible returns for %s: %s", (type, compressible) => {
  expect(isCompressible(type)).toBe(compressible);
});
