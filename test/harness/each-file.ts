import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, vi } from "vitest";

/** What is done for each test file: the files of a worker share its process, and the modules that are loaded in it. */

// Whatever a file forgets to put back is not there for the next.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

// A password's hash is made to take 0.1 s of a core, and tests make hundreds: here the same function has a smaller cost.
// Journeys, and processes that a test starts, spend what the product spends.
const scrypt = Reflect.get(crypto.scrypt, "ofNode") ?? crypto.scrypt;
const quick = (...[password, salt, length, options, done]: Parameters<typeof crypto.scrypt>) =>
  scrypt(password, salt, length, { ...options, N: 2 }, done);
crypto.scrypt = Object.assign(quick, { ofNode: scrypt }) as unknown as typeof crypto.scrypt;
syncBuiltinESMExports();
