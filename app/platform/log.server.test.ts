import { describe, expect, test } from "vitest";
import { logLine } from "./log.server";

const now = new Date("2026-11-21T08:00:00Z");
const read = (fields: Record<string, unknown>, message = "Something happened") =>
  JSON.parse(logLine({ level: "error", code: "test", message, fields }, now));

describe("log", () => {
  test("writes one JSON line with time, level, message and fields", () => {
    const line = logLine(
      { level: "info", code: "started", message: "Started", fields: { port: 3000, took: 1.5 } },
      now,
    );
    expect(line).toBe(
      '{"time":"2026-11-21T08:00:00.000Z","level":"info","code":"started","message":"Started","port":3000,"took":1.5}',
    );
    expect(logLine({ level: "info", code: "test", message: "two\nlines", fields: {} }, now)).not.toContain(
      "\n",
    );
  });

  test("hides fields with personal data or secrets at any depth", () => {
    const entry = read({
      booking: { contactName: "Aisha Khan", contactEmail: "a@example.com", phone: "+971501234567", id: "7" },
      recipient: "a@example.com",
      password: "hunter2hunter2",
      serviceName: "Plumbing",
    });
    expect(entry.booking).toEqual({
      contactName: "[hidden]",
      contactEmail: "[hidden]",
      phone: "[hidden]",
      id: "7",
    });
    expect(entry.recipient).toBe("[hidden]");
    expect(entry.password).toBe("[hidden]");
    expect(entry.serviceName).toBe("Plumbing");
  });

  test("redacts emails and phone numbers in texts and errors", () => {
    const refused = Object.assign(
      new Error(
        "550 <aisha.khan@example.com>: no such user, call +971 50 123 4567, 045550100, 0044 or 00442079460000",
      ),
      {
        code: "EENVELOPE",
        detail: "Key (email)=(aisha.khan@example.com) already exists.",
      },
    );
    const line = logLine(
      { level: "error", code: "test", message: "Not sent to 0501234567", fields: { error: refused } },
      now,
    );
    expect(line).not.toMatch(/aisha|123 ?4567/);
    expect(JSON.parse(line).error).toMatchObject({
      type: "Error",
      code: "EENVELOPE",
      message: "550 <[email]>: no such user, call [phone], [phone], 0044 or [phone]",
    });
    expect(line).not.toContain("already exists");
  });

  test("includes the cause of an error and handles circular references", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const entry = read({ circle, error: new Error("outer", { cause: new Error("inner") }) });
    expect(entry.error.cause.message).toBe("inner");
    expect(JSON.stringify(entry.circle)).toContain("[deep]");
  });
});
