import { describe, expect, it } from "vitest";
import { isSuitable, parseDatabaseAddress } from "./database-address";

describe("parseDatabaseAddress", () => {
  it.each([
    "postgres://app:secret@db.example.com/app",
    "postgresql://app@[::1]:5433/app?sslmode=require",
    "postgres://app@localhost/app?host=%2Fvar%2Frun",
  ])("keeps an address with one server: %s", (text) => {
    expect(parseDatabaseAddress(text)).toEqual({ connectionString: text, servers: null });
  });

  it("reads several servers and the wanted session", () => {
    expect(
      parseDatabaseAddress(
        "postgres://app:p%40ss@a,b.example.com:5433,[fd00::1]:5434/app?sslmode=require&target_session_attrs=primary",
      ),
    ).toEqual({
      connectionString: "postgres://app:p%40ss@a/app?sslmode=require",
      servers: {
        servers: [
          { host: "a", port: 5432 },
          { host: "b.example.com", port: 5433 },
          { host: "fd00::1", port: 5434 },
        ],
        session: "primary",
      },
    });
  });

  it("wants a session that can write from several servers", () => {
    expect(parseDatabaseAddress("postgres://a,b/app")?.servers?.session).toBe("read-write");
  });

  it.each([
    "mysql://a/app",
    "postgres://a,/app",
    "postgres://a:1x,b/app",
    "postgres://a,b/app?target_session_attrs=master",
    "",
  ])("refuses %s", (text) => {
    expect(parseDatabaseAddress(text)).toBeNull();
  });
});

it.each([
  ["any", [true, true, true]],
  ["read-write", [true, false, false]],
  ["read-only", [false, true, true]],
  ["primary", [true, true, false]],
  ["standby", [false, false, true]],
] as const)("isSuitable chooses servers for %s sessions", (session, expected) => {
  const servers = [
    { isReadOnly: false, isStandby: false },
    { isReadOnly: true, isStandby: false },
    { isReadOnly: true, isStandby: true },
  ];
  expect(servers.map((server) => isSuitable(session, server))).toEqual(expected);
});
