import { chmod, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build, type Plugin } from "vite";
import type { TestProject } from "vitest/node";
import packageJson from "../../../package.json" with { type: "json" };
import { serveShared, socketFolder } from "../shared-resources";

declare module "vitest" {
  interface ProvidedContext {
    /** Socket that returns the path of the bundle for a program of this folder. */
    programs: string;
  }
}

/**
 * Bundles the programs of this folder, which run as child processes: one bundle for all, built when the first
 * test needs it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(socketFolder(), "test-programs-"));
  // Some programs run as other users.
  await chmod(folder, 0o755);
  const socketPath = join(folder, "programs.sock");
  let bundle: Promise<void> | undefined;
  const { close } = await serveShared(socketPath, async (name) => {
    bundle ??= bundlePrograms(folder);
    await bundle;
    return { path: join(folder, "programs", `${name}.js`) };
  });
  project.provide("programs", socketPath);
  return async () => {
    close();
    await bundle?.catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
}

const PROGRAMS = ["database-app", "issuer-process", "product-process", "restore-process", "worker-process"];

async function bundlePrograms(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
    plugins: [documentsOfSources],
    ssr: { noExternal: true, external: ["pg-native", ...Object.keys(packageJson.dependencies)] },
    build: {
      ssr: true,
      rolldownOptions: { input: PROGRAMS.map((name) => `test/harness/programs/${name}.ts`) },
      outDir: join(folder, "programs"),
      target: "node24",
    },
  });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  // Resolves packages outside the bundle.
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
}

/** The process that renders documents runs the sources, because tests have no build of the product. */
const documentsOfSources: Plugin = {
  name: "documents-of-sources",
  enforce: "pre",
  transform(code, id) {
    if (!id.endsWith("/platform/documents/render.server.ts")) return null;
    return code
      .replaceAll("import.meta.dirname", JSON.stringify(dirname(id)))
      .replaceAll("import.meta.env.PROD", "false");
  },
};
