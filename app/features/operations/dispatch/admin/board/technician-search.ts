import type { BoardTechnician } from "../../views";

export interface TechnicianSearch {
  text: string;
  /** Service id; empty for any service. */
  trade: string;
  /** Empty for any area. */
  area: string;
  /** `HH:mm` or "now"; empty for any time. */
  at: string;
  minutes: number;
  onCall: boolean;
  late: boolean;
  /** Name parts. */
  names: readonly string[];
}

export const NOW = "now";

export const emptySearch: TechnicianSearch = {
  text: "",
  trade: "",
  area: "",
  at: "",
  minutes: 60,
  onCall: false,
  late: false,
  names: [],
};

export function hasCriteria({ trade, area, at, onCall, late, names }: TechnicianSearch): boolean {
  return Boolean(trade || area || at || onCall || late || names.length > 0);
}

const CLOCK = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/;
/** Words for a trade that are not in its name. */
const tradeAliases: Record<string, string> = { ac: "hvac", aircon: "hvac", air: "hvac" };

/** "AC Dubai Marina 15:00": trade, area, time and name in any order. Ignores unknown words. */
export function parseSearch(
  text: string,
  directory: {
    services: readonly { id: string; name: string }[];
    areas: readonly string[];
    technicians: readonly Pick<BoardTechnician, "name">[];
  },
): Pick<TechnicianSearch, "trade" | "area" | "at" | "names"> {
  const result = { trade: "", area: "", at: "", names: [] as string[] };
  const remaining: string[] = [];
  for (const token of tokensOf(text.replace(/(\d)\s+(am|pm)\b/gi, "$1$2"))) {
    const at = parseClock(token);
    const trade = result.trade ? "" : findTrade(token, directory.services);
    if (at && !result.at) result.at = at;
    else if (trade) result.trade = trade;
    else remaining.push(token);
  }
  const hits = directory.areas.map((area) => ({ area, words: tokensOf(area) }));
  const best = hits
    .map(({ area, words }) => ({
      area,
      count: remaining.filter((token) => token.length > 2 && words.some((word) => word.startsWith(token)))
        .length,
      length: words.length,
    }))
    .toSorted((a, b) => b.count - a.count || a.length - b.length)[0];
  if (best && best.count > 0) result.area = best.area;
  const areaTokens = tokensOf(result.area);
  const names = directory.technicians.flatMap(({ name }) => tokensOf(name));
  result.names = remaining.filter(
    (token) =>
      token.length > 2 &&
      !areaTokens.some((word) => word.startsWith(token)) &&
      names.some((name) => name.startsWith(token)),
  );
  return result;
}

export function matchesName({ name }: Pick<BoardTechnician, "name">, names: readonly string[]): boolean {
  const words = tokensOf(name);
  return names.every((part) => words.some((word) => word.startsWith(part)));
}

function tokensOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}:]+/gu) ?? [];
}

/** Accepts "15:00", "3pm", "3:30pm"; rejects bare numbers. */
function parseClock(token: string): string {
  const [, hours = "", minutes, dayPeriod] = CLOCK.exec(token) ?? [];
  if (!hours || (minutes === undefined && dayPeriod === undefined)) return "";
  const hour = dayPeriod ? (Number(hours) % 12) + (dayPeriod === "pm" ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes ?? 0) > 59) return "";
  return `${String(hour).padStart(2, "0")}:${minutes ?? "00"}`;
}

function findTrade(token: string, services: readonly { id: string; name: string }[]): string {
  const alias = tradeAliases[token];
  if (alias && services.some(({ id }) => id === alias)) return alias;
  if (token.length < 3) return "";
  const service = services.find(({ id, name }) =>
    [...tokensOf(id), ...tokensOf(name)].some((word) => word.startsWith(token)),
  );
  return service?.id ?? "";
}
