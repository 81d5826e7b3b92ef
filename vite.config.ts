import { cpSync, globSync } from "node:fs";
import { dirname, join, parse, relative } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { compileMessages, writeMessages } from "./scripts/messages.mjs";
import { PSEUDO_LOCALE } from "./scripts/pseudo-language.mjs";
import { chunkGroups, neutralFileName } from "./vite.chunks.ts";

/** Language of the browser code in this build (react-router.config.ts). */
const locale = process.env.BUILD_LOCALE ?? "en";

/** Native packages and fonts, which the server loads from node_modules. */
const external = Object.keys(packageJson.dependencies);

/**
 * Development only: Vite serves modules and assets, and passes all other requests to the product's HTTP app.
 * Vite loads the app itself, so that an edit takes effect at the next request.
 */
function httpApp(): Plugin {
  return {
    name: "http-app",
    apply: "serve",
    configureServer(vite) {
      return () => {
        vite.middlewares.use(async (request, response, next) => {
          try {
            // Vite rewrites `url` for its HTML fallback, but the app needs the requested one.
            request.url = request.originalUrl ?? request.url;
            const { handleInDevelopment } = await vite.ssrLoadModule(
              "/app/server/boot-development.server.ts",
            );
            await handleInDevelopment(request, response);
          } catch (error) {
            if (error instanceof Error) vite.ssrFixStacktrace(error);
            next(error);
          }
        });
      };
    },
  };
}

/**
 * Fixes the language of browser code at build time, so that texts in other languages are dropped
 * (docs/decisions/0021-locales.md). Server and development include all languages.
 */
function pageLanguage(): Plugin {
  const undecided = "export const experimentalStaticLocale = undefined";
  return {
    name: "page-language",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!/app[\\/]paraglide[\\/]runtime\.js$/.test(id)) return null;
      if (!code.includes(undecided))
        this.error("The message runtime does not declare experimentalStaticLocale");
      return code.replace(undecided, `export const experimentalStaticLocale = ${JSON.stringify(locale)}`);
    },
  };
}

/**
 * Retries a page's code, then shows the error screen. The router would reload the page in use, which loses what was
 * typed, again at each attempt while a content blocker refuses the file.
 */
function retriedPages(): Plugin {
  const load = /await import\([^;]*?route\.module\s*\)/;
  const reload =
    /catch \(error\) \{[\s\S]*?window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;
  const importWithRetry = join(import.meta.dirname, "app/platform/browser/import-with-retry.ts");
  return {
    name: "retried-pages",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!/react-router[\\/]dist[\\/].*[\\/]routeModules\.js$/.test(id)) return null;
      if (!load.test(code) || !reload.test(code)) this.error("The router loads its pages in another way");
      return [
        `import { failedPage, importWithRetry } from ${JSON.stringify(importWithRetry)};`,
        "const loadPage = (route) => import(/* @vite-ignore */ route.module);",
        code
          .replace(load, "await importWithRetry(() => loadPage(route))")
          .replace(reload, "catch { return failedPage(() => loadPage(route));"),
      ].join("\n");
    },
  };
}

/** Compiles changed texts. */
function developmentMessages(): Plugin {
  let compiled = Promise.resolve();
  let isWaiting = false;
  return {
    name: "development-messages",
    apply: "serve",
    watchChange(id) {
      const [, language] = /[\\/]messages[\\/]([^\\/]+)[\\/][^\\/]+\.json$/.exec(id) ?? [];
      // Compiling writes the pseudo-language.
      if (!language || language === PSEUDO_LOCALE || isWaiting) return;
      isWaiting = true;
      const compile = () => {
        isWaiting = false;
        return writeMessages();
      };
      // The next change may correct a file that could not be read.
      compiled = compiled.then(compile, compile);
      return compiled;
    },
  };
}

/** Replaces the module per language in app/paraglide by one per text, so that a page loads only its texts. */
function textModules(): Plugin {
  const folder = join(import.meta.dirname, "app/paraglide");
  let code: Record<string, string>;
  return {
    name: "text-modules",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    enforce: "pre",
    async buildStart() {
      code ??= await compileMessages("message-modules");
    },
    resolveId(source, importer) {
      if (!importer?.startsWith(folder) || !source.startsWith(".")) return null;
      const file = join(dirname(importer), source);
      return relative(folder, file) in code ? file : null;
    },
    load(id) {
      const file = relative(folder, id);
      if (!(file in code)) return null;
      return { code: code[file]!, moduleSideEffects: !file.startsWith("messages/") };
    },
  };
}

/** Bundles all other packages into the server, so that a deployment installs few (docs/decisions/0081-bundled-server.md). */
function bundledServer(): Plugin {
  return {
    name: "bundled-server",
    apply: "build",
    config: () => ({
      environments: {
        ssr: {
          resolve: {
            noExternal: true,
            // pg loads pg-native only if it is installed.
            external: [...external, "pg-native"],
            // React Router omits this condition unless @react-router/node is in `dependencies`, and packages then
            // bundle their code for browsers, such as scrypt in JavaScript.
            conditions: ["node"],
          },
          // Drops the packages' code for development, above all React's.
          define: { "process.env.NODE_ENV": JSON.stringify("production") },
        },
      },
    }),
  };
}

/** Builds the program of the process that re-encodes pictures (app/platform/files/pictures.server.ts). */
function pictures(): Plugin {
  return {
    name: "pictures",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    buildStart() {
      this.emitFile({
        type: "chunk",
        id: "./app/platform/files/picture-process.ts",
        fileName: "picture-process.js",
      });
    },
  };
}

/**
 * Builds the program of the process that renders documents, and copies the files that it reads
 * (app/platform/documents/render.server.ts).
 */
function documents(): Plugin {
  return {
    name: "documents",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    buildStart() {
      this.emitFile({
        type: "chunk",
        id: "./app/platform/documents/render-process.ts",
        fileName: "render-process.js",
      });
    },
    // Vite does not copy assets into server builds.
    writeBundle({ dir }) {
      for (const file of globSync("{platform,features/core}/documents/*.{typ,svg,conf}", { cwd: "app" })) {
        cpSync(join("app", file), join(dir!, "templates", file));
      }
    },
  };
}

export default defineConfig({
  plugins: [
    developmentMessages(),
    textModules(),
    pageLanguage(),
    retriedPages(),
    tailwindcss(),
    // Before the router's development server, which would render pages without the product's context.
    httpApp(),
    bundledServer(),
    documents(),
    pictures(),
    reactRouter(),
  ],
  resolve: { tsconfigPaths: true },
  server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 3000) },
  // Dependencies found late cause a new bundle, and the first page then does not hydrate.
  optimizeDeps: {
    entries: ["app/**/*.{ts,tsx}", "!app/**/*.server.*", "!app/**/*.test.*"],
    // Native modules of the server, found through page loaders.
    exclude: external,
  },
  // Newer than Vite's default targets, for which light-dark() becomes variables that only the root element can switch.
  // Parts of a page have their own theme (data-theme).
  build: {
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // The router preloads the files of a page. Vite would add long lists of files for deferred code.
    modulePreload: false,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups },
            // Short hashes, because every page contains the list of all file names.
            entryFileNames: ({ name }) => `assets/${neutralFileName(name)}-[hash:7].js`,
            chunkFileNames: ({ name }) => `assets/${neutralFileName(name)}-[hash:7].js`,
            assetFileNames: ({ names: [name = ""] }) =>
              `assets/${neutralFileName(parse(name).name)}-[hash][extname]`,
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: "./server.ts" } } },
  },
});
