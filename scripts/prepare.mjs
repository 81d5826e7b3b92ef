// What has to be there before the product can run: dependencies, compiled messages, the build. Runs on the machine's
// own Node (20 or newer) before anything is installed, so it imports nothing but Node itself.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { constants } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { PSEUDO_LOCALE } from "./pseudo-language.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const INSTALLED = join(root, "node_modules/.installed-lockfile");
// Not beside what was compiled: the compiler empties its folder.
const MESSAGES = join(root, ".cache/messages-compiled-from");

/**
 * Does what is still to do and returns the Node to run the product with.
 * @param {{ build?: boolean, messages?: boolean, pseudoLanguage?: boolean }} wanted
 * @returns {Promise<string>}
 */
export async function prepare({
  build = false,
  messages = true,
  pseudoLanguage = process.env.PSEUDO_LANGUAGE === "on",
} = {}) {
  const release = await lock();
  try {
    await install();
    setUpGitHooks();
    const node = findNode();
    if (messages) await compileMessages(node);
    if (build) await buildProduct(node, pseudoLanguage);
    return node;
  } finally {
    release();
  }
}

/** An error that needs no stack: its message tells what to do. */
export class Refusal extends Error {}

/** @param {() => Promise<number>} main */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Runs a program to its end in the terminal that this script has, and returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, forwardSignals?: boolean }} options
 * @returns {Promise<number>}
 */
export function run(command, args, { env = {}, forwardSignals = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`, ...env },
  });
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  // A terminal's Ctrl-C reaches the child by itself; this script must only outlive it, to report its exit code.
  const forward = signals.map((signal) => {
    const listener = () => {
      if (forwardSignals && !(signal === "SIGINT" && process.stdin.isTTY)) child.kill(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  // npm runs scripts in a shell that dies of a SIGTERM without a word to this script: that its parent has changed is
  // all there is to see of it.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (forwardSignals && process.env.npm_lifecycle_event && process.ppid !== parent) child.kill("SIGTERM");
  }, 250);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      clearInterval(orphaned);
      for (const off of forward) off();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/** @param {string} name path below node_modules */
export function dependency(name) {
  return join(root, "node_modules", name);
}

/**
 * One start at a time prepares this folder; the others wait. The name is one of the kernel's, gone with the process:
 * there is no stale lock. Elsewhere than on Linux there is no such thing, and no lock.
 * @returns {Promise<() => void>}
 */
async function lock() {
  if (process.platform !== "linux") return () => {};
  const { dev, ino } = statSync(root);
  const name = `\0prepare-${process.getuid?.()}-${dev}-${ino}`;
  for (let told = false; ; told = true) {
    const holder = createServer();
    const got = await new Promise((resolve) => {
      holder.once("error", () => resolve(false));
      holder.listen(name, () => resolve(true));
    });
    if (got) return () => holder.close();
    if (!told) console.log("Another start is preparing this folder; waiting for it …");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function install() {
  const wanted = hashOf(["package-lock.json"]);
  if (stampOf(INSTALLED) === wanted) return;
  if (!isInstalled()) {
    console.log("Installing dependencies …");
    // This very Node may lie in the folder that npm is about to remove; npm's own does not.
    const npm = process.env.npm_execpath;
    const command = npm ? (process.env.npm_node_execpath ?? process.execPath) : "npm";
    // Whatever the machine's settings leave out: the build needs the one, the other holds Node and PostgreSQL.
    const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    const code = await run(command, npm ? [npm, ...args] : args);
    if (code !== 0) throw new Refusal(`The dependencies could not be installed: npm ci ended with ${code}.`);
  }
  writeFileSync(INSTALLED, wanted);
}

/** Sets the hooks of scripts/git-hooks up in a clone, unless the developer chose other hooks. Without git there is no commit to check. */
function setUpGitHooks() {
  if (!existsSync(join(root, ".git"))) return;
  /** @param {string[]} args */
  const git = (...args) => spawnSync("git", ["config", "--local", ...args], { cwd: root }).status;
  const isUnset = git("--get", "core.hooksPath") === 1;
  if (isUnset) git("core.hooksPath", "scripts/git-hooks");
}

/** Whether npm has put everything there already, as after an `npm ci` by hand. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
    const present = JSON.parse(readFileSync(dependency(".package-lock.json"), "utf8")).packages;
    return Object.entries(wanted).every(([path, entry]) => {
      const found = present[path];
      if (path === "" || found?.version === entry.version) return path === "" || existsSync(join(root, path));
      return !found && entry.optional === true && !isMadeForHere(entry);
    });
  } catch {
    return false;
  }
}

/**
 * Whether an optional package has to be there. What names no platform comes along with others that do, and what
 * is for one C library only cannot be judged here: their absence is no reason to install again.
 * @param {{ os?: string | string[], cpu?: string | string[], libc?: unknown }} entry
 */
function isMadeForHere({ os, cpu, libc }) {
  if (libc || (!os && !cpu)) return false;
  return (
    [os ?? process.platform].flat().includes(process.platform) &&
    [cpu ?? process.arch].flat().includes(process.arch)
  );
}

/** The Node that the project pins, or the machine's own where there is none for the platform. */
function findNode() {
  const pinned = dependency(`node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new Refusal(
    `Node.js 24 or newer is needed on ${process.platform} ${process.arch}, and this is ${process.versions.node}. ` +
      "Install it from https://nodejs.org and start again.",
  );
}

/** @param {string} node */
async function compileMessages(node) {
  const wanted = hashOf([
    ...["messages/en", "project.inlang/settings.json", "package-lock.json"],
    ...["scripts/messages.mjs", "scripts/pseudo-language.mjs"],
  ]);
  if (stampOf(MESSAGES) === wanted && existsSync(join(root, "app/paraglide/messages.js"))) return;
  const code = await run(node, [join(root, "scripts/messages.mjs")]);
  if (code !== 0) throw new Refusal("The messages in messages/ could not be compiled.");
  mkdirSync(dirname(MESSAGES), { recursive: true });
  writeFileSync(MESSAGES, wanted);
}

/**
 * @param {string} node
 * @param {boolean} pseudoLanguage
 */
async function buildProduct(node, pseudoLanguage) {
  const wanted = hashOf([
    ...["app", "db", "messages", "public", "project.inlang/settings.json", "server.ts", "package-lock.json"],
    ...["vite.config.ts", "vite.chunks.ts", "react-router.config.ts", "tsconfig.json"],
    ...["scripts/messages.mjs", "scripts/pseudo-language.mjs"],
  ]);
  await buildFor(node, undefined, wanted);
  if (pseudoLanguage) await buildFor(node, PSEUDO_LOCALE, wanted);
}

/**
 * Builds the product, or once more the code for browsers in another language.
 * @param {string} node
 * @param {string | undefined} locale
 * @param {string} wanted
 */
async function buildFor(node, locale, wanted) {
  const folder = join(root, "build", locale ?? "");
  const stamp = join(folder, ".built-from");
  const server = join(folder, "server/index.js");
  if (stampOf(stamp) === wanted && existsSync(server)) return;
  console.log(locale ? `Building for ${locale} …` : "Building …");
  // The English build empties its folders, where the other languages' files lie as well.
  rmSync(locale ? stamp : join(root, "build"), { recursive: true, force: true });
  const code = await run(node, [dependency("@react-router/dev/bin.cjs"), "build"], {
    env: { NODE_ENV: "production", ...(locale ? { BUILD_LOCALE: locale } : {}) },
  });
  if (code !== 0) throw new Refusal("The build failed.");
  writeFileSync(stamp, wanted);
}
/** @param {string} file */
function stampOf(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/**
 * By content, not by time: a checkout changes all times and no content.
 * @param {string[]} paths
 */
function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => listFiles(join(root, path)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .filter(({ name }) => name !== "paraglide" && !/\.test\.tsx?$/.test(name))
    .flatMap(({ name }) => listFiles(join(path, name)));
}
