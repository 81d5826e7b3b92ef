import { symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { build, type Plugin } from "vite";

/** Bundles a program of this folder, to be run as a process of its own in `folder`; returns the path of its file. */
export async function bundleProgram(name: string, folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    resolve: { tsconfigPaths: true },
    plugins: [documentsOfSources],
    ssr: { noExternal: true, external: ["pg-native", "@napi-rs/canvas"] },
    build: { ssr: `test/harness/programs/${name}.ts`, outDir: join(folder, "program"), target: "node24" },
  });
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  // What is not bundled is found there.
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  return join(folder, "program", `${name}.js`);
}

/** The thread that draws documents runs the sources, as in tests: there need be no build of the product. */
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
