import { toneFills } from "~/ui/badge";
import { classNames } from "~/ui/class-names";
import type { TimelineEntry } from "../booking";
import { markOfEntry, type stateMarks } from "../state-marks";

interface TimelineDotProps {
  entry: TimelineEntry;
  marks: typeof stateMarks;
  /** True for the last entry, below which no line goes on. */
  last: boolean;
}

/** Start of a timeline entry's row: the state that the entry led to, otherwise a plain dot. */
export function TimelineDot({ entry, marks, last }: TimelineDotProps) {
  const mark = markOfEntry(entry, marks);
  return (
    <>
      {!last && <span aria-hidden className="absolute start-3 top-6 bottom-0 w-px bg-line" />}
      <span
        aria-hidden
        className={classNames(
          "grid size-6 shrink-0 place-items-center rounded-full",
          mark && toneFills[mark.tone],
        )}
      >
        {mark ? <mark.Icon className="size-3.5" /> : <span className="size-2.5 rounded-full bg-control" />}
      </span>
    </>
  );
}
