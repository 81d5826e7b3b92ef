// Prerequisites of the product: dependencies, compiled messages, the build. Runs on the machine's own Node
// (20 or newer) before anything is installed, so it imports only Node modules.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { constants } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { PSEUDO_LOCALE } from "./pseudo-language.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Shows the output of installation and build. */
const isVerbose = process.argv.includes("--verbose");

// Outside the output folder, because the compiler empties that folder.
const MESSAGES = join(root, ".cache/messages-compiled-from");

/**
 * Runs the outstanding steps and returns the Node to run the product with.
 * `languages`: other than English.
 * @param {{ build?: boolean, messages?: boolean, languages?: string[] }} wanted
 * @returns {Promise<string>}
 */
export async function prepare({
  build = false,
  messages = true,
  languages = (process.env.LANGUAGES ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean),
} = {}) {
  const release = await lock();
  try {
    await install("Installing packages", "");
    setUpGitHooks();
    const node = findNode();
    if (messages) await compileMessages(node);
    if (build) await buildProduct(node, languages);
    return node;
  } finally {
    release();
  }
}

/**
 * Installs the package of a folder below the root, unless it is installed.
 * @param {string} title
 * @param {string} folder
 */
export async function installPackage(title, folder) {
  const release = await lock();
  try {
    await install(title, folder);
  } finally {
    release();
  }
}

/** An error that is shown without a stack, because its message explains what to do. */
export class SetupError extends Error {}

/** @param {() => Promise<number>} main */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * Runs a program in the terminal of this script and returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, forwardSignals?: boolean, output?: Buffer[] }} options
 *   `output` receives what the program prints, instead of the terminal.
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env = {}, forwardSignals = false, output } = {}) {
  const child = spawn(command, args, {
    cwd,
    stdio: output ? ["inherit", "pipe", "pipe"] : "inherit",
    env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`, ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => output?.push(data));
  /** @type {NodeJS.Signals[]} */
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  // Ctrl-C in a terminal reaches the child directly; this script must only outlive it, to report its exit
  // code.
  const forward = signals.map((signal) => {
    const listener = () => {
      if (forwardSignals && !(signal === "SIGINT" && process.stdin.isTTY)) child.kill(signal);
    };
    process.on(signal, listener);
    return () => process.off(signal, listener);
  });
  // On SIGTERM npm's shell dies without signalling this script; the only sign is a changed parent process.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (forwardSignals && process.env.npm_lifecycle_event && process.ppid !== parent) child.kill("SIGTERM");
  }, 250);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearInterval(orphaned);
      for (const off of forward) off();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

/**
 * Runs a program as one stage of the preparation and prints one line with its duration. The output of the program is
 * shown if it fails, or with `--verbose`.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, failure: (code: number) => string }} options
 */
export async function runStage(title, command, args, { cwd, env, failure }) {
  process.stdout.write(`${title}…${isVerbose ? "\n" : " "}`);
  const startedAt = performance.now();
  /** @type {Buffer[]} */
  const output = [];
  const options = isVerbose ? { cwd, env } : { cwd, env: { ...env, NO_COLOR: "1" }, output };
  const code = await run(command, args, options);
  if (code !== 0) {
    process.stderr.write(`\n${Buffer.concat(output)}`);
    throw new SetupError(failure(code));
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(isVerbose ? `${title}… ${seconds} s` : `${seconds} s`);
}

/** @param {string} name path below node_modules */
export function dependency(name) {
  return join(root, "node_modules", name);
}

/**
 * Lets one start at a time prepare this folder; the others wait. The lock is an abstract Unix socket, which
 * the kernel removes with the process, so it is never stale. No lock on other systems than Linux.
 * @returns {Promise<() => void>}
 */
async function lock() {
  if (process.platform !== "linux") return () => {};
  const { dev, ino } = statSync(root);
  const name = `\0prepare-${process.getuid?.()}-${dev}-${ino}`;
  for (let logged = false; ; logged = true) {
    const server = createServer();
    const isAcquired = await new Promise((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(name, () => resolve(true));
    });
    if (isAcquired) return () => server.close();
    if (!logged) console.log("Another start is preparing this folder; waiting for it …");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * @param {string} title
 * @param {string} folder folder of a package, relative to the root
 */
async function install(title, folder) {
  const stamp = join(root, folder, "node_modules/.installed-lockfile");
  const expectedHash = hashFiles([join(folder, "package-lock.json")]);
  if (readStamp(stamp) === expectedHash) return;
  if (!isInstalled(join(root, folder))) {
    // This Node may be in the folder that npm removes; npm's own is not.
    const npm = process.env.npm_execpath;
    const command = npm ? (process.env.npm_node_execpath ?? process.execPath) : "npm";
    // Overrides the machine's npm settings: the build needs the dev dependencies, and Node and PostgreSQL are
    // optional ones.
    const args = ["ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund"];
    await runStage(title, command, npm ? [npm, ...args] : args, {
      cwd: join(root, folder),
      failure: (code) => `The dependencies could not be installed: npm ci ended with ${code}.`,
    });
  }
  // npm creates no folder if no package is for this platform.
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, expectedHash);
}

/**
 * Installs the hooks of scripts/git-hooks in a clone, unless the developer chose other hooks. Does nothing
 * without git.
 */
function setUpGitHooks() {
  if (!existsSync(join(root, ".git"))) return;
  /** @param {string[]} args */
  const git = (...args) => spawnSync("git", ["config", "--local", ...args], { cwd: root }).status;
  const isUnset = git("--get", "core.hooksPath") === 1;
  if (isUnset) git("core.hooksPath", "scripts/git-hooks");
}

/**
 * Returns true if npm has installed everything, for example after a manual `npm ci`.
 * @param {string} folder
 */
function isInstalled(folder) {
  try {
    const locked = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
    const present = JSON.parse(
      readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"),
    ).packages;
    return Object.entries(locked).every(([path, entry]) => {
      const found = present[path];
      if (path === "" || found?.version === entry.version)
        return path === "" || existsSync(join(folder, path));
      return !found && entry.optional === true && !isForThisPlatform(entry);
    });
  } catch {
    return false;
  }
}

/**
 * Returns true if an optional package must be installed on this platform. Packages without a platform are
 * installed with others, and packages for one C library cannot be checked here, so their absence does not
 * trigger an installation.
 * @param {{ os?: string | string[], cpu?: string | string[], libc?: unknown }} entry
 */
function isForThisPlatform({ os, cpu, libc }) {
  if (libc || (!os && !cpu)) return false;
  return (
    [os ?? process.platform].flat().includes(process.platform) &&
    [cpu ?? process.arch].flat().includes(process.arch)
  );
}

/** The pinned Node, or the machine's own on platforms without one. */
function findNode() {
  const pinned = dependency(`node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new SetupError(
    `Node.js 24 or newer is needed on ${process.platform} ${process.arch}, and this is ${process.versions.node}. ` +
      "Install it from https://nodejs.org and start again.",
  );
}

/** @param {string} node */
async function compileMessages(node) {
  const expectedHash = hashFiles([
    ...readdirSync(join(root, "messages"))
      // Generated by the compilation.
      .filter((locale) => locale !== PSEUDO_LOCALE)
      .map((locale) => join("messages", locale)),
    ...["project.inlang/settings.json", "package-lock.json"],
    ...["scripts/messages.mjs", "scripts/pseudo-language.mjs"],
  ]);
  if (readStamp(MESSAGES) === expectedHash && existsSync(join(root, "app/paraglide/messages.js"))) return;
  await runStage("Compiling messages", node, [join(root, "scripts/messages.mjs")], {
    failure: () => "The messages in messages/ could not be compiled.",
  });
  mkdirSync(dirname(MESSAGES), { recursive: true });
  writeFileSync(MESSAGES, expectedHash);
}

/** The next preparation compiles the messages again, because the development server compiles changed texts. */
export function forgetMessages() {
  rmSync(MESSAGES, { force: true });
}

/**
 * @param {string} node
 * @param {string[]} languages
 */
async function buildProduct(node, languages) {
  const expectedHash = hashFiles([
    ...["app", "db", "messages", "public", "project.inlang/settings.json", "server.ts", "package-lock.json"],
    ...["vite.config.ts", "vite.chunks.ts", "react-router.config.ts", "tsconfig.json"],
    ...["scripts/messages.mjs", "scripts/pseudo-language.mjs"],
  ]);
  await buildFor(node, undefined, expectedHash);
  for (const language of languages) await buildFor(node, language, expectedHash);
}

/**
 * Builds the product, or the browser code for another language.
 * @param {string} node
 * @param {string | undefined} locale
 * @param {string} expectedHash
 */
async function buildFor(node, locale, expectedHash) {
  const folder = join(root, "build", locale ?? "");
  const stamp = join(folder, ".built-from");
  const server = join(folder, "server/index.js");
  if (readStamp(stamp) === expectedHash && existsSync(server)) return;
  // The English build empties its folder, which also contains the other languages.
  rmSync(locale ? stamp : join(root, "build"), { recursive: true, force: true });
  const title = locale ? `Building for ${locale}` : "Building";
  await runStage(title, node, [dependency("@react-router/dev/bin.cjs"), "build"], {
    env: { NODE_ENV: "production", ...(locale ? { BUILD_LOCALE: locale } : {}) },
    failure: () => "The build failed.",
  });
  writeFileSync(stamp, expectedHash);
}
/** @param {string} file */
function readStamp(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/**
 * Hashes content instead of times, because a checkout changes the times only.
 * @param {string[]} paths
 */
export function hashFiles(paths) {
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
