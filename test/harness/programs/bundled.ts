import { inject } from "vitest";
import { requestShared } from "../shared-resources";

/** The path of a program of this folder, bundled (bundle.ts). */
export async function bundledProgram(name: string): Promise<string> {
  const { path } = await requestShared<{ path: string }>(inject("programs"), name);
  return path;
}
