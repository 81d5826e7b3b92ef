import { inject } from "vitest";
import { askFor } from "../shared";

/** The path of a program of this folder, bundled (bundle.ts). */
export async function bundledProgram(name: string): Promise<string> {
  const { path } = await askFor<{ path: string }>(inject("programs"), name);
  return path;
}
