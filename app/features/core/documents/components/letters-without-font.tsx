import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { m } from "~/paraglide/messages";
import { apiClient } from "~/platform/browser/api-client";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { distinctLetters } from "~/platform/text/distinct-letters";
import { useDebounced } from "~/ui/hooks/use-debounced";
import type { documentsApi } from "../api.server";

const documents = apiClient<typeof documentsApi>();

const DELAY_MS = 300;
/** Length of the request's query. */
const MAX_LENGTH = 500;
/** Fields whose text documents print: names and addresses. */
const PRINTED_FIELDS = 'input:is([type="text"], :not([type]))';

/** Warns customers before they send a form with letters that documents cannot show. */
export function LettersWithoutFont({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const read = () => {
      const fields = [...element.querySelectorAll<HTMLInputElement>(PRINTED_FIELDS)];
      const letters = distinctLetters(fields.map(({ value }) => value).join(" "));
      const foreign = letters.filter((letter) => !/^[\p{Script=Latin}\p{Script=Arabic}]/u.test(letter));
      setTyped(foreign.sort().join("").slice(0, MAX_LENGTH));
    };
    read();
    element.addEventListener("input", read);
    return () => element.removeEventListener("input", read);
  }, [form]);
  const text = useDebounced(typed, DELAY_MS);
  const { data } = useQuery(
    {
      ...documents.query(["letters-without-font", text], "/letters-without-font", { text }),
      enabled: text !== "",
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  const letters = text === "" ? [] : (data?.letters ?? []);
  return (
    <div role="status" className="contents">
      {letters.length > 0 && (
        <p className="text-sm text-brass-text">
          {m.document_letters_without_font({ letters: bidiIsolate(letters.join(" ")) })}
        </p>
      )}
    </div>
  );
}
