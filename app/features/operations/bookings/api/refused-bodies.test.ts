import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ApiResponse,
  type Caller,
  createCaller,
  readResponse,
} from "../../../../../test/harness/company/booking-caller";
import { ORIGIN } from "../../../../../test/harness/http-app";

/** Malformed, oversized and hostile requests. Each gets JSON and a 4xx, never a 500. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

async function sendRaw(body: BodyInit | null, headers: Record<string, string> = {}): Promise<ApiResponse> {
  return readResponse(
    await caller.http.request("/api/handle-booking", {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ORIGIN, ...headers },
      body,
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    }),
  );
}
const badJson = { success: false, reason: "invalid", message: "The request is not valid JSON" };

describe("malformed request bodies", () => {
  it("refuses ten megabytes by Content-Length", async () => {
    const { status, body } = await sendRaw("x".repeat(10 * 1024 * 1024), {
      "Content-Length": String(10 * 1024 * 1024),
    });
    expect({ status, body }).toEqual({
      status: 413,
      body: { success: false, reason: "too-large", message: "The request is too large" },
    });
  });

  it("refuses ten megabytes sent in chunks without Content-Length", async () => {
    let sent = 0;
    const stream = new ReadableStream({
      pull(controller) {
        if (sent++ < 160) controller.enqueue(new TextEncoder().encode(" ".repeat(64 * 1024)));
        else controller.close();
      },
    });
    const { status, body } = await sendRaw(stream);
    expect({ status, reason: body?.reason }).toEqual({ status: 413, reason: "too-large" });
    expect(sent).toBeLessThan(60);
  });

  it("refuses ten megabytes over a real connection, which stays usable", async () => {
    const server = serve({ fetch: caller.http.fetch, port: 0, hostname: "127.0.0.1" });
    try {
      if (!server.listening) await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const headers = { "Content-Type": "application/json", Origin: ORIGIN };
      for (let count = 0; count < 3; count++) {
        const answer = await fetch(`http://127.0.0.1:${port}/api/handle-booking`, {
          method: "POST",
          headers,
          body: "x".repeat(10 * 1024 * 1024),
        });
        expect({ status: answer.status, body: await answer.json() }).toEqual({
          status: 413,
          body: { success: false, reason: "too-large", message: "The request is too large" },
        });
      }
      expect((await fetch(`http://127.0.0.1:${port}/api/services`)).status).toBe(200);
    } finally {
      server.close();
    }
  });

  it.each([
    ["an empty body", ""],
    ["a form-encoded body", "customerName=Aisha&email=a@example.com"],
    ["truncated JSON", '{"customerName": "Aisha"'],
    ["JSON with a trailing comma", '{"customerName": "Aisha",}'],
    ["two JSON documents", "{}{}"],
    ["a hundred thousand nested objects", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["a hundred thousand nested lists", "[".repeat(100_000) + "]".repeat(100_000)],
  ])("refuses a malformed body: %s", async (_what, text) => {
    const { status, body } = await sendRaw(text);
    expect({ status, body }).toEqual({
      status: 400,
      body: { ...badJson, errors: { body: badJson.message } },
    });
  });

  it.each(["[]", "[{}]", "null", "true", "7", '"text"'])("refuses %s instead of an object", async (text) => {
    const { status, body } = await sendRaw(text);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: ["body"] });
  });

  it("refuses all three encodings of plain HTML forms", async () => {
    for (const type of [
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain",
    ]) {
      expect((await sendRaw("customerName=Aisha", { "Content-Type": type })).status).toBe(400);
    }
  });

  it("refuses requests from other origins and without an origin", async () => {
    const form = JSON.stringify(await caller.form());
    for (const Origin of ["https://evil.example", "null", `${ORIGIN}.evil.example`]) {
      expect((await sendRaw(form, { Origin })).status).toBe(403);
      expect((await sendRaw(form, { Origin, "Content-Type": "text/plain" })).status).toBe(403);
    }
  });
});

describe("special characters", () => {
  it.each([
    "message",
    "customerName",
    "email",
    "phone",
    "service",
    "preferredDate",
    "preferredTime",
    "address",
    "preferredDateTime",
  ])("refuses characters that PostgreSQL cannot store in %s", async (field) => {
    for (const text of ["a\u0000b", "a\ud800b", "\udc00"]) {
      const { status, body } = await caller.call(
        "POST",
        "/api/handle-booking",
        await caller.form({ [field]: text }),
      );
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 400, fields: [field] });
    }
  });

  it("refuses characters that PostgreSQL cannot store in the address, the security check and unknown fields", async () => {
    const addressParts = { street: "a", buildingName: "", unitNumber: "", area: "", landmark: "" };
    for (const [changes, field] of [
      [{ addressParts: { ...addressParts, street: "a\u0000" } }, "addressParts.street"],
      [{ addressParts: { ...addressParts, landmark: "\u0000" } }, "addressParts.landmark"],
      [{ securityCheck: { id: "\u0000", answer: "\u0000" } }, "securityCheck.id"],
      [{ more: [{ text: "\u0000" }] }, "more.0.text"],
      [{ "a\u0000": 1 }, "a\u0000"],
    ] as const) {
      const { status, body } = await caller.call("POST", "/api/handle-booking", await caller.form(changes));
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 400, fields: [field] });
    }
  });

  it.each([
    ["an emoji of several code points", "👨‍👩‍👧‍👦 at home 🏠"],
    ["tabs and new lines", "a\tb\nc"],
    ["the escape of a refused character", "\\u0000"],
    ["letters outside the basic multilingual plane", "𠮷野家"],
  ])("stores text unchanged: %s", async (_what, message) => {
    const { booking } = await caller.book({ message });
    expect(booking.message).toBe(message);
  });

  it.each([
    ["direction marks", "\u200fشقة ١٢\u200e, near the \u202bبرج\u202c", "شقة ١٢, near the برج"],
    ["combining letters", "e\u0301 n\u0303", "é ñ"],
    ["private-use letters", "Gate\uE000 4\u{10FFFD}", "Gate 4"],
  ])("normalises text: %s", async (_what, message, stored) => {
    expect((await caller.book({ message })).booking.message).toBe(stored);
  });

  it("counts characters of a name rather than UTF-16 units", async () => {
    const { status, body } = await caller.call(
      "POST",
      "/api/handle-booking",
      await caller.form({ customerName: "𠮷" }),
    );
    expect({ status, errors: body.errors }).toEqual({
      status: 400,
      errors: { customerName: "Name must be at least 2 characters" },
    });
    expect((await caller.book({ customerName: "𠮷𠮷" })).booking.customerName).toBe("𠮷𠮷");
  });

  it.each([
    "/api/bookings/%00",
    "/api/bookings/BK-2026-000001%00",
    "/api/bookings/%E0%A4%A",
    "/api/bookings/BK-2026-000001?key=%00",
    "/api/bookings/BK-2026-000001?key=%ED%A0%80",
    "/api/availability?service=%00",
    "/api/availability?service=plumbing&from=%00",
  ])("accepts any characters in a path: %s", async (path) => {
    const { status, body } = await caller.call("GET", path);
    expect([400, 404]).toContain(status);
    expect(body.success).toBe(false);
  });
});

describe("prototype keys", () => {
  it("changes nothing for prototype keys", async () => {
    const form = await caller.form();
    const hostile = `{"__proto__": {"role": "admin", "success": true}, "constructor": {"prototype": {"role": "admin"}},
      "toString": "x", ${JSON.stringify(form).slice(1)}`;
    const { status } = await sendRaw(hostile);
    expect(status).toBe(200);
    expect("role" in {}).toBe(false);
    const plain = await sendRaw(`{"__proto__": ${JSON.stringify(await caller.form())}}`);
    expect(plain.status).toBe(400);
    expect(plain.body.errors.customerName).toBe("Name is required");
  });
});

describe("extreme dates", () => {
  it.each([
    "/api/availability?service=plumbing&from=9999-12-31",
    "/api/availability?service=plumbing&from=9999-12-31&to=9999-12-31",
    "/api/availability?service=plumbing&from=0000-01-01",
    "/api/availability?service=plumbing&from=0001-01-01&to=0001-01-05",
    "/api/availability?service=plumbing&from=2026-11-24&to=9999-12-31",
    "/api/availability?service=plumbing&from=2026-11-24&to=2026-11-23",
    "/api/availability?service=plumbing&from=2026-11-24&to=2026-12-25",
    "/api/availability?service=plumbing&from=2026-13-01",
    "/api/availability?service=plumbing&from=24-11-2026",
    "/api/availability?service=",
    "/api/availability?service=roofing",
    "/api/availability",
  ])("refuses or finds no slot for %s", async (path) => {
    const { status, body } = await caller.call("GET", path);
    expect([200, 400]).toContain(status);
    // biome-ignore lint/suspicious/noExplicitAny: as answered.
    const free = (body.days ?? []).flatMap((day: any) => day.slots).filter((slot: any) => slot.free > 0);
    expect(free).toEqual([]);
  });
});

describe("Idempotency-Key length", () => {
  it("refuses keys longer than 255 characters", async () => {
    for (const length of [256, 10_000]) {
      const { status, body } = await sendRaw(JSON.stringify(await caller.form()), {
        "Idempotency-Key": "k".repeat(length),
      });
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({
        status: 400,
        fields: ["Idempotency-Key"],
      });
    }
  });

  it("accepts 255 characters of any kind allowed in a header", async () => {
    for (const key of ["k".repeat(255), "a b", "\u00e9'--;%", "☂".codePointAt(0)!.toString()]) {
      const form = JSON.stringify(await caller.form());
      const first = await sendRaw(form, { "Idempotency-Key": key });
      expect(first.status).toBe(200);
      expect((await sendRaw(form, { "Idempotency-Key": key })).text).toBe(first.text);
    }
  });
});

describe("unknown API paths", () => {
  it.each([
    ["GET", "/api/handle-booking"],
    ["POST", "/api/services"],
    ["GET", "/api/nothing"],
    ["GET", "/api/bookings"],
    ["GET", "/api/bookings/../admin/bookings/"],
  ] as const)("answers %s %s with JSON", async (method, path) => {
    const { status, body } = await caller.call(method, path, method === "POST" ? {} : undefined);
    expect([401, 404, 405]).toContain(status);
    expect(body.success).toBe(false);
  });
});
