import { tradeWords } from "../../../../core/catalogue/trade-words";
import { communityByName } from "../../../../core/geography/area-words";
import type { BoardTechnician } from "../../views";
import { combineTimes, matchTime, type SearchTime, type TimeMatch, timeWords } from "./search-time";
import { correctSpelling, matchPhrase, type Phrases, phrasesOf, tokensOf } from "./search-tokens";

export interface TechnicianSearch extends SearchCriteria {
  text: string;
  late: boolean;
}

interface SearchCriteria extends SearchTime {
  /** Service ids; the technician needs all of them. */
  trades: readonly string[];
  /** Empty for any area. */
  area: string;
  onCall: boolean;
  /** Has time left on the day. */
  free: boolean;
  /** Name parts. */
  names: readonly string[];
  /** Terms found in the text, in its order. */
  terms: readonly SearchTerm[];
  /** Words of the text that are no term. */
  unknown: readonly string[];
}

export type TermKind = "trade" | "area" | "day" | "time" | "duration" | "on-call" | "free" | "name";

/** `words`: as typed, folded. */
export interface SearchTerm {
  kind: TermKind;
  /** Service id of a trade, otherwise empty. */
  trade: string;
  words: string;
}

const DEFAULT_MINUTES = 60;

const noCriteria: SearchCriteria = {
  ...{ trades: [], area: "", day: "", at: "", until: "", minutes: DEFAULT_MINUTES },
  ...{ onCall: false, free: false, names: [], terms: [], unknown: [] },
};

export const emptySearch: TechnicianSearch = { ...noCriteria, text: "", late: false };

export function hasCriteria({ trades, area, at, onCall, free, late, names }: TechnicianSearch): boolean {
  return Boolean(trades.length > 0 || area || at || onCall || free || late || names.length > 0);
}

export interface SearchDirectory {
  services: readonly { id: string; name: string }[];
  technicians: readonly Pick<BoardTechnician, "name">[];
}

/**
 * "plumber near JLT tomorrow 3 pm": trade, area, day, time, duration and name in any order. Each word of the
 * text is part of a term, a filler or unknown.
 */
export function parseSearch(text: string, directory: SearchDirectory, now: Date): SearchCriteria {
  const tokens = tokensOf(text);
  const trades = tradePhrases(directory.services);
  const names = directory.technicians.flatMap(({ name }) => namePartsOf(name));
  const words = new Set([...trades.keys(), ...communityByName.keys(), ...names, ...timeWords()]);
  const found: SearchCriteria = { ...noCriteria };
  const terms: SearchTerm[] = [];
  const unknown: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const rest = tokens.slice(at);
    const vocabulary = { trades, names, words, found, now };
    const match = matchTerm(rest, vocabulary) ?? matchRespelled(rest, vocabulary);
    const typed = rest.slice(0, match?.length ?? 1).join(" ");
    at += match?.length ?? 1;
    if (match) {
      Object.assign(found, match.criteria);
      terms.push(...match.kinds.map((kind) => ({ kind, trade: match.trade ?? "", words: typed })));
    } else if (!fillers.has(typed)) unknown.push(typed);
  }
  return { ...found, terms, unknown };
}

/** Criteria chosen in fields replace the text, so that the two never contradict each other. */
export function changeCriteria(
  search: TechnicianSearch,
  change: Partial<SearchCriteria> & { late?: boolean },
) {
  const next = { ...search, ...change };
  return { ...next, text: "", unknown: [], terms: termsOf(next) };
}

function termsOf(search: SearchCriteria): SearchTerm[] {
  const { trades, area, day, at, minutes, onCall, free, names } = search;
  const kinds = [
    ...[area && "area", day && "day", at && "time", minutes !== DEFAULT_MINUTES && "duration"],
    ...[onCall && "on-call", free && "free"],
  ] as const;
  return [
    ...trades.map((trade) => ({ kind: "trade" as const, trade, words: trade })),
    ...kinds
      .filter((kind) => typeof kind === "string" && kind !== "")
      .map((kind) => ({ kind, trade: "", words: "" })),
    ...names.map((words) => ({ kind: "name" as const, trade: "", words })),
  ];
}

interface Match {
  /** Number of tokens. */
  length: number;
  kinds: readonly TermKind[];
  trade?: string;
  criteria: Partial<SearchCriteria>;
}

interface Vocabulary {
  trades: Phrases;
  /** Parts of the technicians' names. */
  names: readonly string[];
  /** Words whose spelling is corrected. */
  words: ReadonlySet<string>;
  found: SearchCriteria;
  now: Date;
}

/** The first criterion of a kind counts, except trades and names, which add up. */
function matchTerm(tokens: readonly string[], { trades, names, found, now }: Vocabulary): Match | null {
  const time = matchTime(tokens, now);
  const addedTime = time && addTime(time, found);
  if (addedTime) return addedTime;
  const trade = matchPhrase(tokens, trades);
  const area = matchPhrase(tokens, communityByName);
  if (area && area.length > (trade?.length ?? 0) && !found.area) return toArea(area);
  if (trade) return toTrade(trade, found);
  const onCall = matchPhrase(tokens, onCallPhrases);
  if (onCall) return { length: onCall.length, kinds: ["on-call"], criteria: { onCall: true } };
  const token = tokens[0]!;
  const freeLength = matchPhrase(tokens, freePhrases)?.length ?? (freeWords.has(token) ? 1 : 0);
  if (freeLength > 0) return { length: freeLength, kinds: ["free"], criteria: { free: true } };
  if (fillers.has(token)) return null;
  if (names.includes(token)) return toName(token, found);
  const tradeStart = matchStart(tokens, trades);
  const areaStart = found.area ? null : matchStart(tokens, communityByName);
  if (areaStart && areaStart.length > (tradeStart?.length ?? 0)) return toArea(areaStart);
  if (tradeStart) return toTrade(tradeStart, found);
  return token.length >= MIN_NAME_LETTERS && names.some((name) => name.startsWith(token))
    ? toName(token, found)
    : null;
}

/** Arabic article and prepositions, which are written together with the word. */
const ARABIC_PREFIX = /^(?:و?ب?ال|و?لل|و?[بل])(?=\p{Script=Arabic}{3})/u;

/** A word without its Arabic prefix, or with the spelling that was probably meant. */
function matchRespelled(tokens: readonly string[], vocabulary: Vocabulary): Match | null {
  for (const length of [2, 1]) {
    const written = tokens.slice(0, length);
    if (written.length < length || written.some((token) => fillers.has(token))) continue;
    const word = written.join("");
    for (const meant of [word.replace(ARABIC_PREFIX, ""), correctSpelling(word, vocabulary.words)]) {
      const match = meant && meant !== word ? matchTerm([meant, ...tokens.slice(length)], vocabulary) : null;
      if (match) return { ...match, length: match.length - 1 + length };
    }
  }
  return null;
}

interface PhraseMatch {
  length: number;
  value: string;
}

function toTrade({ length, value }: PhraseMatch, { trades }: SearchCriteria): Match {
  return { length, kinds: ["trade"], trade: value, criteria: { trades: [...new Set([...trades, value])] } };
}

function toArea({ length, value }: PhraseMatch): Match {
  return { length, kinds: ["area"], criteria: { area: value } };
}

function toName(token: string, { names }: SearchCriteria): Match {
  return { length: 1, kinds: ["name"], criteria: { names: [...names, token] } };
}

/** Null if the search already has another day, time or duration. */
function addTime(match: TimeMatch, found: SearchCriteria): Match | null {
  const { criteria, kinds } = match;
  if (criteria.day && found.day && criteria.day !== found.day) return null;
  if (kinds.includes("duration")) return found.minutes === DEFAULT_MINUTES ? match : null;
  if (criteria.at === undefined || !found.at) return match;
  const combined = combineTimes(found, { at: criteria.at, until: criteria.until ?? "" });
  return combined && { ...match, criteria: { ...criteria, ...combined } };
}

const MIN_NAME_LETTERS = 3;
/** Letters from which an unfinished word of a trade or area is matched. */
const MIN_START_LETTERS = 4;

/** "Jebel Ali" begins a name as a whole, although "Jebel" does, too. */
function matchStart(tokens: readonly string[], phrases: Phrases): PhraseMatch | null {
  for (const length of [3, 2, 1]) {
    const start = tokens.slice(0, length).join("");
    if (tokens.length < length || start.length < MIN_START_LETTERS) continue;
    for (const [phrase, value] of phrases) if (phrase.startsWith(start)) return { length, value };
  }
  return null;
}

/** Words in the names of several services. */
const generalWords = new Set([
  "and",
  "the",
  "service",
  "services",
  "work",
  "works",
  "installation",
  "repair",
  "maintenance",
]);

function tradePhrases(services: SearchDirectory["services"]): Phrases {
  const phrases = new Map<string, string>();
  const add = (phrase: string, id: string) => {
    const key = tokensOf(phrase).join("");
    if (!phrases.has(key)) phrases.set(key, id);
  };
  for (const { id, name } of services) for (const phrase of [id, name]) add(phrase, id);
  for (const { id } of services) for (const word of tradeWords[id] ?? []) add(word, id);
  for (const { id, name } of services)
    for (const word of tokensOf(name))
      if (!generalWords.has(word) && !fillers.has(word) && !freeWords.has(word)) add(word, id);
  return phrases;
}

const onCallPhrases = phrasesOf(
  ["on call", "standby", "stand by", "مناوب"].map((word) => [word, word] as const),
);

const freePhrases = phrasesOf(["next available", "next free"].map((word) => [word, word] as const));
const freeWords = new Set(tokensOf("free available availability avail فاضي متاح متوفر فراغ موجود"));

/** Words of a question that carry no criterion. */
export const fillers: ReadonlySet<string> = new Set(
  tokensOf(`a an the is are be am i we us me my any anyone any1 someone anybody one who whos whose which what when where
  can could would will do does has have need needs needed want wants find show get send give please pls plz looking look
  look for of to in at on with by near nearby nearest close closest around and from this there here it that
  technician technicians tech techs guy guys man men person people staff team skill skills skilled trade job jobs
  work visit call customer come go going area dubai problem issue fix repair install
  anytime time sharp thanks thx hi hello some asap no working broken blown cracked jammed damaged
  fitting stopped earliest soonest first wala ceiling wall walls kitchen room bedroom flat
  فني في من مين عند عندي الي على قريب قرب يوم الساعة محتاج احتاج اريد ابي ابغى لو سمحت هل يوجد احد حد عندنا خربان`),
);

export function matchesName({ name }: Pick<BoardTechnician, "name">, names: readonly string[]): boolean {
  const parts = namePartsOf(name);
  return names.every((typed) => parts.some((part) => part.startsWith(typed)));
}

/** "Omar Al-Rashid": "omar", "al", "rashid", "omaral", "alrashid". */
function namePartsOf(name: string): string[] {
  const words = tokensOf(name);
  return [...words, ...words.slice(1).map((word, at) => words[at]! + word)];
}
