import type { Rolldown } from "vite";

type Group = Rolldown.CodeSplittingGroup;
type NameFunction = Exclude<Group["name"], string>;
type ModuleGraph = Parameters<NameFunction>[1];

/** Words in file names that content blockers refuse (EasyList, EasyPrivacy, Fanboy's Annoyances). */
const BLOCKED_WORDS = new Set(
  `ad ads advert adverts advertisement advertising affiliate affiliates analytic analytics banner banners beacon beacons
  campaign campaigns consent cookie cookies fingerprint gdpr gtag gtm metric metrics newsletter pixel pixels popup popups
  promo promotion referral share sharing social sponsor sponsored sponsors stat statistics stats telemetry track tracker
  trackers tracking`.split(/\s+/),
);

/** The word of a file name that a content blocker would refuse, or undefined. */
export function findBlockedWord(fileName: string): string | undefined {
  return fileName.split(/[-_.]/).find((word) => BLOCKED_WORDS.has(word.toLowerCase()));
}

/** Name of an emitted file: `analytics-page` becomes `part-page`. */
export function neutralFileName(name: string): string {
  return name.replace(/[a-z]+/gi, (word) => (BLOCKED_WORDS.has(word.toLowerCase()) ? "part" : word));
}

/**
 * Modules that this many public pages share become part of every first load. The page of a contract does not count,
 * because each customer opens it about once a year.
 */
const MIN_SHARED_PAGES = 5;

/**
 * Files of the browser code. Each file costs a request and main-thread time on a slow phone, so modules that are used
 * together share one (docs/decisions/0020-deferred-scripts.md).
 */
export const chunkGroups: Group[] = [
  // Changes with the framework's version only, so it stays cached across releases.
  {
    name: "framework",
    // With what the router imports from the app (vite.config.ts), because files must not import each other in a circle.
    test: /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]|browser[\\/]import-with-retry/,
  },
  // Message runtime. Shared messages are grouped by prefix, so that a visitor's first page does not load the texts of
  // the back office.
  { name: "messages", test: /app[\\/]paraglide[\\/](?!messages[\\/][a-z]+_)/, priority: 1 },
  {
    debugName: "messages by prefix",
    name: (file) => `messages-${/messages[\\/]([a-z]+)_/.exec(file)?.[1]}`,
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

/** Selects modules that the frame of the public pages or many of the pages import, at any depth. */
function nameIfPublic(): NameFunction {
  const known = new Map<string, Set<string>>();

  function pagesThatImport(id: string, graph: ModuleGraph): Set<string> {
    let pages = known.get(id);
    if (!pages) {
      pages = new Set();
      // Set before the recursion, because imports can be circular.
      known.set(id, pages);
      const page =
        /[\\/]app[\\/](root|site[\\/](?!linked[\\/]contract-page)(?:[\w-]+[\\/])?[\w-]+)\.tsx\?__react-router-build-client-route/.exec(
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
    return inFrame || pages.size >= MIN_SHARED_PAGES ? "public" : null;
  };
}
