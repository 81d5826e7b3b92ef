import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { vi } from "vitest";

/** The product as a child process (product-process.ts). */
export interface Product {
  origin: string;
  port: number;
  process: ChildProcess;
  /** Exit code, or the signal that killed it. */
  ended: Promise<number | NodeJS.Signals>;
  /** Content of standard output and standard error. */
  said(): string;
}

/** Starts the bundled `program` and waits until it listens. Kill it with SIGKILL when done. */
export async function startProduct(program: string, env: NodeJS.ProcessEnv): Promise<Product> {
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "pipe"], env });
  const ended = once(child, "exit").then(([code, signal]) => signal ?? code);
  let output = "";
  let said = "";
  child.stdout.on("data", (text) => {
    output += text;
    said += text;
  });
  child.stderr.on("data", (text) => {
    said += text;
  });
  const port = await vi.waitFor(
    () => {
      const told = /^(\d+)$/m.exec(output)?.[1];
      if (!told) throw new Error(`It does not listen: ${said}`);
      return Number(told);
    },
    { timeout: 60_000, interval: 50 },
  );
  return { origin: `http://127.0.0.1:${port}`, port, process: child, ended, said: () => said };
}
