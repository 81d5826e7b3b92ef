// Compiler and linter, for `npm test` and `npm run check`. Their output is returned, because tests print at the same time.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dependency, hashFiles, root } from "./prepare.mjs";

/** @typedef {{ code: number, output: string }} Result */

/**
 * Checks all types. `incremental`: only files that a change since the last check can affect; 6 s instead of 30.
 * @param {string} node
 * @param {{ incremental?: boolean, signal?: AbortSignal }} options
 * @returns {Promise<Result>}
 */
export async function checkTypes(node, { incremental = false, signal } = {}) {
  mkdirSync(join(root, ".cache"), { recursive: true });
  // The types of pages depend on app/routes.ts alone.
  const stamp = join(root, ".cache/route-types-from");
  const expectedHash = hashFiles(["app/routes.ts", "react-router.config.ts", "package-lock.json"]);
  const isCurrent = existsSync(stamp) && readFileSync(stamp, "utf8") === expectedHash;
  if (!incremental || !isCurrent || !existsSync(join(root, ".react-router/types"))) {
    const typegen = await execute(node, [dependency("@react-router/dev/bin.cjs"), "typegen"], { signal });
    if (typegen.code !== 0) return typegen;
    writeFileSync(stamp, expectedHash);
  }
  const options = incremental ? ["--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo"] : [];
  // Several checkers each check the shared types: on two cores one takes half the processor time and is not slower.
  const args = ["--noEmit", "--checkers", "1", ...options];
  // The compiler keeps nearly all it allocates, so that collecting garbage took a fifth of its processor time.
  const env = { GOGC: process.env.GOGC ?? "400" };
  return execute(node, [dependency("typescript-7/bin/tsc"), ...args], { env, signal });
}

/**
 * @param {string} node
 * @param {{ signal?: AbortSignal }} options
 */
export function checkLint(node, { signal } = {}) {
  return execute(node, [dependency("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"], { signal });
}

/**
 * Runs a program to its end. `live`: prints its output immediately instead of returning it.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, signal?: AbortSignal, live?: boolean }} options
 * @returns {Promise<Result>}
 */
export function execute(command, args, { env = {}, signal, live = false } = {}) {
  const PATH = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  const target = live ? "inherit" : "pipe";
  const child = spawn(command, args, {
    cwd: root,
    stdio: ["ignore", target, target],
    env: { ...process.env, PATH, ...env },
    signal,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: String(error) }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
