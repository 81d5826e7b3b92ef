/** Parts of a path that name no record. */
const AREAS = new Set(["admin", "auth"]);
/** Paths of these areas concern records of the signed-in user. */
const OWN_AREAS = new Set(["account", "technician"]);

/**
 * Derives the operationId from method and path: `listBookings`, `updateWebhook`, `cancelQuoteByReference`. For
 * a POST, the last part of the path is a collection (`create`), a parameter (`update`) or the verb.
 */
export function deriveOperationId(method: "get" | "post", path: string, { isFile }: { isFile: boolean }) {
  const [area = "", ...rest] = path.slice(1).split("/");
  const isOwn = OWN_AREAS.has(area);
  const parts = isOwn || AREAS.has(area) ? rest : [area, ...rest];
  const isPost = method === "post";
  const last = parts.at(-1)!;
  const isPlural = !isParam(last) && singularOf(last) !== last;
  const [verb, ...particles] =
    isPost && !isParam(last) && !isPlural
      ? wordsOf(parts.pop()!)
      : [verbFor({ isPost, isFile, isPlural, isParam: isParam(last) })];
  const nouns = parts.filter((part) => !isParam(part));
  const names = nouns.map((noun, at) =>
    verb === "list" && at === nouns.length - 1 ? noun : singularOf(noun),
  );
  return [
    verb === "edit" ? "update" : verb,
    isOwn ? "Own" : "",
    ...[...names.flatMap(wordsOf), ...particles].map(capitalize),
    path.includes("{reference}") ? "ByReference" : "",
  ].join("");
}

function verbFor(last: { isPost: boolean; isFile: boolean; isPlural: boolean; isParam: boolean }): string {
  if (last.isPost) return last.isParam ? "update" : "create";
  if (last.isFile) return "download";
  return last.isPlural ? "list" : "get";
}

/** "credit-notes" becomes "credit-note"; "access" and "status" are no plurals. */
export function singularOf(noun: string): string {
  return noun
    .replace(/ies$/, "y")
    .replace(/(ss|x|ch)es$/, "$1")
    .replace(/([^su])s$/, "$1");
}

function isParam(part: string): boolean {
  return part.startsWith("{");
}

function wordsOf(part: string): string[] {
  return part.split(/[-.]/);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
