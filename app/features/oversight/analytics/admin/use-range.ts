import { useSearchParams } from "react-router";
import { daysBetween, dubaiDate } from "~/platform/time";
import { readDayParameter } from "~/ui/address-day";
import { useNow } from "~/ui/hooks/use-now";
import {
  type ComparisonPeriod,
  comparisonPeriods,
  MAX_RANGE,
  type Preset,
  presetRange,
  presets,
  type Range,
} from "../range";

export interface ChosenRange {
  preset: Preset;
  range: Range;
  against: ComparisonPeriod;
  choose: (change: { preset?: Preset; range?: Range; against?: ComparisonPeriod }) => void;
}

/** Range from the address; the last 30 days if absent or invalid. */
export function useRange(): ChosenRange {
  const [search, setSearch] = useSearchParams();
  const today = dubaiDate(useNow(60_000));
  const given = search.get("range");
  const asked = presets.find((preset) => preset === given) ?? "30-days";
  const own = { from: readDayParameter(search, "from") ?? "", to: readDayParameter(search, "to") ?? "" };
  const isOwn =
    asked === "own" &&
    own.from !== "" &&
    own.to !== "" &&
    own.from <= own.to &&
    daysBetween(own.from, own.to) < MAX_RANGE;
  const preset: Preset = isOwn ? "own" : asked === "own" ? "30-days" : asked;
  const range = preset === "own" ? own : presetRange(preset, today);
  const against = comparisonPeriods.find((against) => against === search.get("against")) ?? "before";
  return {
    preset,
    range,
    against,
    choose(change) {
      const next = new URLSearchParams();
      const wanted = change.preset ?? preset;
      if (wanted !== "30-days") next.set("range", wanted);
      if (wanted === "own") {
        const { from, to } = change.range ?? range;
        next.set("from", from);
        next.set("to", to);
      }
      const other = change.against ?? against;
      if (other !== "before") next.set("against", other);
      setSearch(next, { replace: true, preventScrollReset: true });
    },
  };
}
