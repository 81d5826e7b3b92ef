import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import MessageSquareText from "lucide-react/icons/message-square-text";
import { useDeferredValue, useState } from "react";
import { m } from "~/paraglide/messages";
import { ARABIC } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { ArabicMissing } from "~/ui/form/two-language-field";
import { LoadMoreButton } from "~/ui/list/load-more-button";
import { Popover } from "~/ui/overlay/popover";
import { cannedRepliesQuery } from "./canned-client";

/** Menu of canned replies with a search. */
export function CannedMenu(props: ChoicesProps) {
  return (
    <Popover
      label={m.inbox_canned_title()}
      className="w-80"
      trigger={
        <Button tone="quiet" size="small" aria-label={m.inbox_canned_insert()} className="shrink-0">
          <MessageSquareText aria-hidden />
        </Button>
      }
    >
      <Choices {...props} />
    </Popover>
  );
}

interface ChoicesProps {
  /** Language of the customer. */
  language: string;
  onChoose: (text: string) => void;
}

function Choices({ language, onChoose }: ChoicesProps) {
  const [search, setSearch] = useState("");
  const query = useInfiniteQuery({
    ...cannedRepliesQuery(useDeferredValue(search)),
    placeholderData: keepPreviousData,
  });
  const replies = query.data?.pages.flatMap((page) => page.replies) ?? [];
  const isArabic = language === ARABIC;
  return (
    <div className="flex flex-col gap-2">
      <TextField
        type="search"
        label={m.inbox_canned_search()}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {query.data && replies.length === 0 && <p className="text-muted">{m.inbox_canned_none()}</p>}
      <ul className="relative flex max-h-72 flex-col overflow-y-auto overscroll-contain">
        {replies.map(({ id, title, text: english, textAr }) => {
          const text = isArabic && textAr !== null ? textAr : english;
          return (
            <li key={id}>
              <button
                type="button"
                className="flex w-full flex-col rounded px-2 py-1.5 text-start hover:bg-sunken"
                onClick={() => onChoose(text)}
              >
                <span className="flex items-baseline gap-2">
                  <span className="font-medium" dir="auto">
                    {title}
                  </span>
                  {isArabic && <ArabicMissing texts={[textAr]} />}
                </span>
                <span className="line-clamp-2 text-xs text-muted" dir="auto">
                  {text}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <LoadMoreButton query={query} className="" />
    </div>
  );
}
