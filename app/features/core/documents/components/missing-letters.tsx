import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { m } from "~/paraglide/messages";
import { apiClient } from "~/platform/browser/api-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { distinctLetters } from "~/platform/text/distinct-letters";
import { useDebounced } from "~/ui/hooks/use-debounced";
import type { documentsApi } from "../api.server";

const documents = apiClient<typeof documentsApi>();

const DELAY_MS = 300;
/** Length of the request's query. */
const MAX_LENGTH = 2_000;

/** Letters that the PDF cannot show. `content`: printed texts, also nested in records. */
export function useMissingLetters(content: unknown): readonly string[] {
  const letters = distinctLetters(JSON.stringify(content)).sort().join("").slice(0, MAX_LENGTH);
  const text = useDebounced(letters, DELAY_MS);
  const { data } = useQuery({
    ...documents.query(["missing-letters", text], "/admin/missing-letters", { text }),
    enabled: text !== "",
    staleTime: Number.POSITIVE_INFINITY,
  });
  return text === "" ? [] : (data?.letters ?? []);
}

/** Warns before a document is issued with letters that its fonts do not contain. */
export function MissingLetters({ letters }: { letters: readonly string[] }) {
  return (
    <div role="status">
      {letters.length > 0 && (
        <p className="flex items-start gap-1.5 rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
          <TriangleAlert aria-hidden className="mt-[0.2em] size-[1.1em] shrink-0" />
          <span>{m.document_missing_letters({ letters: bidiIsolate(letters.join(" ")) })}</span>
        </p>
      )}
    </div>
  );
}
