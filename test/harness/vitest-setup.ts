import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, vi } from "vitest";

/** Setup of each test file: the files of a worker share its process and the loaded modules. */

// Restores global state for the next file.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

// Password hashes take 0.1 s of a core, and tests make hundreds, so the same function gets a lower cost here.
// Browser tests and child processes use the production cost.
const scrypt = Reflect.get(crypto.scrypt, "ofNode") ?? crypto.scrypt;
const quick = (...[password, salt, length, options, done]: Parameters<typeof crypto.scrypt>) =>
  scrypt(password, salt, length, { ...options, N: 2 }, done);
crypto.scrypt = Object.assign(quick, { ofNode: scrypt }) as unknown as typeof crypto.scrypt;
syncBuiltinESMExports();
