import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { vi } from "vitest";

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

/** Starts the bundled `program` and waits until it runs. Kill it with SIGKILL when done. */
export async function startProduct(program: string, env: NodeJS.ProcessEnv): Promise<Product> {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "pipe"], env });
  const ended = once(child, "exit").then(([code, signal]) => signal ?? code);
  let stdout = "";
  let allOutput = "";
  child.stdout.on("data", (text) => {
    stdout += text;
    allOutput += text;
  });
  child.stderr.on("data", (text) => {
    allOutput += text;
  });
  const port = await vi.waitFor(
    () => {
      const line = /^(\d+|null)$/m.exec(stdout)?.[1];
      if (!line) throw new Error(`The product does not listen: ${allOutput}`);
      return line === "null" ? 0 : Number(line);
    },
    { timeout: 60_000, interval: 50 },
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    process: child,
    ended,
    stdout: () => stdout,
    output: () => allOutput,
  };
}
