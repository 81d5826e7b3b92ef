import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answered,
  answered,
  type Caller,
  createCaller,
} from "../../../../test/harness/company/booking-caller";
import { ORIGIN } from "../../../../test/harness/http-app";

/** What no form sends: broken, huge, hostile bodies and addresses. Each gets JSON and a 4xx, never a 500. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

async function sendRaw(body: BodyInit | null, headers: Record<string, string> = {}): Promise<Answered> {
  return answered(
    await caller.http.request("/api/handle-booking", {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: ORIGIN, ...headers },
      body,
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    }),
  );
}
const badJson = { success: false, reason: "invalid", message: "The request is not valid JSON" };

describe("a body is refused that is", () => {
  it("of ten megabytes, told by its length", async () => {
    const { status, body } = await sendRaw("x".repeat(10 * 1024 * 1024), {
      "Content-Length": String(10 * 1024 * 1024),
    });
    expect({ status, body }).toEqual({
      status: 413,
      body: { success: false, reason: "too-large", message: "The request is too large" },
    });
  });

  it("of ten megabytes, sent piece by piece without telling how long it will be", async () => {
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

  it("of ten megabytes over a real connection, which is answered and can be used again", async () => {
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
    ["nothing", ""],
    ["no JSON", "customerName=Aisha&email=a@example.com"],
    ["half a JSON", '{"customerName": "Aisha"'],
    ["JSON with a comma too many", '{"customerName": "Aisha",}'],
    ["two JSONs", "{}{}"],
    ["nested a hundred thousand deep", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`],
    ["a hundred thousand lists in each other", "[".repeat(100_000) + "]".repeat(100_000)],
  ])("%s", async (_what, text) => {
    const { status, body } = await sendRaw(text);
    expect({ status, body }).toEqual({
      status: 400,
      body: { ...badJson, errors: { body: badJson.message } },
    });
  });

  it.each(["[]", "[{}]", "null", "true", "7", '"text"'])("%s instead of a form", async (text) => {
    const { status, body } = await sendRaw(text);
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: ["body"] });
  });

  it("what a plain HTML form sends, in each of its three ways", async () => {
    for (const type of [
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain",
    ]) {
      expect((await sendRaw("customerName=Aisha", { "Content-Type": type })).status).toBe(400);
    }
  });

  it("sent by another site's page, or by a page that hides where it is from", async () => {
    const form = JSON.stringify(await caller.form());
    for (const Origin of ["https://evil.example", "null", `${ORIGIN}.evil.example`]) {
      expect((await sendRaw(form, { Origin })).status).toBe(403);
      expect((await sendRaw(form, { Origin, "Content-Type": "text/plain" })).status).toBe(403);
    }
  });
});

describe("characters", () => {
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
  ])("that PostgreSQL cannot keep are refused in %s", async (field) => {
    for (const text of ["a\u0000b", "a\ud800b", "\udc00"]) {
      const { status, body } = await caller.call(
        "POST",
        "/api/handle-booking",
        await caller.form({ [field]: text }),
      );
      expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 400, fields: [field] });
    }
  });

  it("that PostgreSQL cannot keep are refused in the address, the security check and fields that nobody asked for", async () => {
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
    ["an emoji made of several", "👨‍👩‍👧‍👦 at home 🏠"],
    ["Arabic with marks of direction", "\u200fشقة ١٢\u200e, near the \u202bبرج\u202c"],
    ["letters that combine", "e\u0301 n\u0303"],
    ["tabs and new lines", "a\tb\nc"],
    ["the escape of what is refused", "\\u0000"],
    ["letters beyond the first plane", "𠮷野家"],
  ])("are kept as they were written: %s", async (_what, message) => {
    const { booking } = await caller.book({ message });
    expect(booking.message).toBe(message);
  });

  it("of a name count as a person counts them", async () => {
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
  ])("of an address never break it: %s", async (path) => {
    const { status, body } = await caller.call("GET", path);
    expect([400, 404]).toContain(status);
    expect(body.success).toBe(false);
  });
});

describe("keys that JavaScript knows", () => {
  it("change nothing for anybody", async () => {
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

describe("days at the ends of time", () => {
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
  ])("are refused, or have no slot: %s", async (path) => {
    const { status, body } = await caller.call("GET", path);
    expect([200, 400]).toContain(status);
    // biome-ignore lint/suspicious/noExplicitAny: as answered.
    const free = (body.days ?? []).flatMap((day: any) => day.slots).filter((slot: any) => slot.free > 0);
    expect(free).toEqual([]);
  });
});

describe("an Idempotency-Key", () => {
  it("that is longer than can be told apart is refused", async () => {
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

  it("may have 255 characters, of any kind that a header takes", async () => {
    for (const key of ["k".repeat(255), "a b", "\u00e9'--;%", "☂".codePointAt(0)!.toString()]) {
      const form = JSON.stringify(await caller.form());
      const first = await sendRaw(form, { "Idempotency-Key": key });
      expect(first.status).toBe(200);
      expect((await sendRaw(form, { "Idempotency-Key": key })).text).toBe(first.text);
    }
  });
});

describe("an address that is none of ours", () => {
  it.each([
    ["GET", "/api/handle-booking"],
    ["POST", "/api/services"],
    ["GET", "/api/nothing"],
    ["GET", "/api/bookings"],
    ["GET", "/api/bookings/../admin/bookings/"],
  ] as const)("is answered with JSON: %s %s", async (method, path) => {
    const { status, body } = await caller.call(method, path, method === "POST" ? {} : undefined);
    expect([401, 404, 405]).toContain(status);
    expect(body.success).toBe(false);
  });
});
