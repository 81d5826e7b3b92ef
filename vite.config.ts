import { cpSync, globSync } from "node:fs";
import { join } from "node:path";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { messageOptions } from "./scripts/messages.mjs";
import { writePseudoLanguage } from "./scripts/pseudo-language.mjs";
import { chunkGroups } from "./vite.chunks.ts";

/** Which language's code for browsers this build makes (react-router.config.ts). */
const locale = process.env.BUILD_LOCALE ?? "en";

/**
 * In development Vite answers for modules and assets; whatever it does not know goes to the same HTTP app
 * that production serves, loaded through Vite so that an edit shows at the next request.
 */
function httpApp(): Plugin {
  return {
    name: "http-app",
    apply: "serve",
    configureServer(vite) {
      return () => {
        vite.middlewares.use(async (request, response, next) => {
          try {
            // Vite rewrites url for its own HTML fallback; the app must see what was asked for.
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
 * What browsers load holds the texts of one language: the build fixes it, and drops those of the others
 * (docs/decisions/0021-locales.md). The server, and development, know them all.
 */
function pageLanguage(): Plugin {
  const undecided = "export const experimentalStaticLocale = undefined";
  return {
    name: "page-language",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      if (!/app[\\/]paraglide[\\/]runtime\.js$/.test(id)) return null;
      if (!code.includes(undecided)) this.error("The messages' runtime has no place for the page's language");
      return code.replace(undecided, `export const experimentalStaticLocale = ${JSON.stringify(locale)}`);
    },
  };
}

/** In development the language made from the English texts changes with them. */
function pseudoLanguage(): Plugin {
  return {
    name: "pseudo-language",
    apply: "serve",
    watchChange(id) {
      if (/[\\/]messages[\\/]en[\\/]/.test(id)) writePseudoLanguage(import.meta.dirname);
    },
  };
}

/** What draws pictures anew is a program of its own, which a process runs (app/platform/files/pictures.server.ts). */
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
    // Vite leaves assets out of what is built for a server.
    writeBundle({ dir }) {
      for (const file of globSync("{platform,features}/documents/*.{typ,svg,conf}", { cwd: "app" })) {
        cpSync(join("app", file), join(dir!, "templates", file));
      }
    },
  };
}

export default defineConfig({
  plugins: [
    pseudoLanguage(),
    paraglideVitePlugin(messageOptions),
    pageLanguage(),
    tailwindcss(),
    // Before the router's own development server, which would render pages without our context.
    httpApp(),
    documents(),
    pictures(),
    reactRouter(),
  ],
  resolve: { tsconfigPaths: true },
  server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 3000) },
  // Found late, a dependency is bundled again and the first page does not hydrate: name the entries up front.
  optimizeDeps: {
    entries: ["app/**/*.{ts,tsx}", "!app/**/*.server.*", "!app/**/*.test.*"],
    // Machine code, which no browser gets to see: it is found behind a page's loader.
    exclude: ["@napi-rs/canvas", "@myriaddreamin/typst-ts-node-compiler"],
  },
  // Newer than Vite's own choice, which rewrites light-dark() into variables that only the root can switch; parts of
  // a page (data-theme) have a theme of their own.
  build: {
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // The router preloads what a page needs. For what comes late Vite would put long lists of files into the first load.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: chunkGroups },
            // Seven letters tell one release's file from another's; every page carries the list of all names.
            entryFileNames: "assets/[name]-[hash:7].js",
            chunkFileNames: "assets/[name]-[hash:7].js",
          },
        },
      },
    },
    ssr: { build: { rollupOptions: { input: "./server.ts" } } },
  },
});
