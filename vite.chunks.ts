import type { Rolldown } from "vite";

type Group = Rolldown.CodeSplittingGroup;
type NameFunction = Exclude<Group["name"], string>;
type ModuleGraph = Parameters<NameFunction>[1];

/** Of so many public pages what they have in common is part of every first load. */
const MANY_PAGES = 5;

/**
 * Which files the browser's code comes in. Each costs a request, and a moment of the main thread of a slow phone: what
 * goes together comes in one file, and the rest where the bundler finds it (docs/decisions/0020-deferred-scripts.md).
 */
export const chunkGroups: Group[] = [
  // Changes only with the framework's version, so it stays in the browser's cache over our releases.
  {
    name: "framework",
    test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/,
  },
  // What every message stands on, and each message that several pages use: otherwise a file of its own. One file a
  // prefix, so that a visitor's first page does not carry the back office's words.
  { name: "words", test: /app[\\/]paraglide[\\/](?!messages[\\/][a-z]+_)/, priority: 1 },
  {
    debugName: "words by prefix",
    name: (file) => `words-${/messages[\\/]([a-z]+)_/.exec(file)?.[1]}`,
    test: /app[\\/]paraglide[\\/]/,
    minShareCount: 2,
  },
  {
    debugName: "public",
    name: nameIfPublic(),
    test: /^(?!.*app[\\/]paraglide)/,
    minShareCount: 2,
  },
];

/** What the frame of the public pages imports, at any depth, or many of the pages do. */
function nameIfPublic(): NameFunction {
  const known = new Map<string, Set<string>>();

  function pagesThatImport(id: string, graph: ModuleGraph): Set<string> {
    let pages = known.get(id);
    if (!pages) {
      pages = new Set();
      // Before its importers are asked: some import each other.
      known.set(id, pages);
      const page =
        /[\\/]app[\\/](root|site[\\/](?:[\w-]+[\\/])?[\w-]+)\.tsx\?__react-router-build-client-route/.exec(
          id,
        )?.[1];
      if (page) pages.add(page);
      for (const importer of graph.getModuleInfo(id)?.importers ?? []) {
        for (const each of pagesThatImport(importer, graph)) pages.add(each);
      }
    }
    return pages;
  }

  return (id, graph) => {
    const pages = pagesThatImport(id, graph);
    const inFrame = pages.has("root") || pages.has("site/frame/site-layout");
    return inFrame || pages.size >= MANY_PAGES ? "public" : null;
  };
}
