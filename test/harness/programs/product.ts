import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** The product as a child process (product-process.ts). */
export interface Product {
  origin: string;
  /** 0 for a worker, which does not listen. */
  port: number;
  process: ChildProcess;
  /** Exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>;
  stdout(): string;
  /** Standard output and standard error so far. */
  output(): string;
}

/** A first start on a busy machine takes more than a minute. */
const START_MS = 240_000;

/** Starts the bundled `program` and waits until it runs. Kill it with SIGKILL when done. */
export async function startProduct(program: string, env: NodeJS.ProcessEnv): Promise<Product> {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "pipe"], env });
  const ended = once(child, "exit").then(([code, signal]) => signal ?? code);
  let stdout = "";
  let allOutput = "";
  const timer = setTimeout(() => child.kill("SIGKILL"), START_MS);
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.on("data", (text) => {
      stdout += text;
      allOutput += text;
      const line = /^(\d+|null)$/m.exec(stdout)?.[1];
      if (line) resolve(line === "null" ? 0 : Number(line));
    });
    child.stderr.on("data", (text) => {
      allOutput += text;
    });
    void ended.then(() => reject(new Error(`The product does not listen: ${allOutput}`)));
  }).finally(() => clearTimeout(timer));
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    process: child,
    ended,
    stdout: () => stdout,
    output: () => allOutput,
  };
}
