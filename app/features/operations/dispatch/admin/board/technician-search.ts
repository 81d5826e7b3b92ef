import { weekdayOf } from "~/platform/time";
import { faultWords, placeWords, professionWords, tradeWords } from "../../../../core/catalogue/trade-words";
import { communityByName } from "../../../../core/geography/area-words";
import type { BoardTechnician } from "../../views";
import { combineTimes, matchDay, matchTime, type SearchTime, type TimeMatch, timeWords } from "./search-time";
import {
  correctSpelling,
  matchPhrase,
  type PhraseMatch,
  type Phrases,
  phrasesOf,
  tokensOf,
} from "./search-tokens";

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
  const trades = tradeVocabulary(directory.services);
  const names = directory.technicians.flatMap(({ name }) => namePartsOf(name));
  const words = new Set([...trades.phrases.keys(), ...communityByName.keys(), ...names, ...timeWords()]);
  const found: SearchCriteria = { ...noCriteria };
  const terms: (SearchTerm & { at: number })[] = [];
  const unknown: string[] = [];
  const mentions: TradeMention[] = [];
  let [list, segment] = [0, 0];
  let previous: Previous = "filler";
  for (let at = 0; at < tokens.length; ) {
    const rest = tokens.slice(at);
    const isHour = isBareHour(rest, { previous, found, now });
    const vocabulary = { trades, names, words, found, now, isHour };
    const match = matchTerm(rest, vocabulary) ?? matchRespelled(rest, vocabulary);
    const typed = rest.slice(0, match?.length ?? 1).join(" ");
    if (match?.mention) mentions.push({ ...match.mention, words: typed, at, list, segment });
    else if (match) {
      Object.assign(found, match.criteria);
      terms.push(...match.kinds.map((kind) => ({ kind, trade: "", words: typed, at })));
    } else if (!fillers.has(typed)) unknown.push(typed);
    if (listSeparators.has(typed)) list++;
    if (prepositions.has(typed)) segment++;
    previous = match ? match.kinds.at(-1)! : fillers.has(typed) ? "filler" : "unknown";
    at += match?.length ?? 1;
  }
  const chosen = chooseTrades(mentions);
  terms.push(...chosen.map(({ trade, words, at }) => ({ kind: "trade" as const, trade, words, at })));
  return {
    ...found,
    trades: chosen.map(({ trade }) => trade),
    terms: terms.toSorted((a, b) => a.at - b.at).map(({ at: _, ...term }) => term),
    unknown,
  };
}

type Previous = TermKind | "filler" | "unknown";

/** The number of "tomorrow 8", "tonight 8" and "8 tomorrow", but not that of "tomorrow 2 painters". */
function isBareHour(
  [number = "", ...rest]: readonly string[],
  { previous, found, now }: { previous: Previous; found: SearchCriteria; now: Date },
): boolean {
  if (!/^\d{1,2}$/.test(number) || previous === "unknown") return false;
  if (matchDay(rest, now)) return true;
  const next = rest[0] ?? "";
  const isCount = peopleWords.has(next) || (next.endsWith("s") && !matchPhrase(rest, communityByName));
  return !isCount && (previous === "day" || (previous === "time" && found.until !== ""));
}

const peopleWords = new Set(["men", "people"]);

interface TradeMention {
  trade: string;
  weight: TradeWeight;
  words: string;
  at: number;
  /** Number of the list entry: "AC and plumbing" has two. */
  list: number;
  /** Number of the part between prepositions: "socket behind TV" has two. */
  segment: number;
}

/** From the least to the most specific. */
const tradeWeights = ["place", "fault", "object", "profession"] as const;
type TradeWeight = (typeof tradeWeights)[number];

const listSeparators = new Set(["and", "or", "also", "plus", "then", "و"]);
const prepositions = new Set(
  "in on at of from for with by behind under inside above below beside over near".split(" "),
);

/**
 * The required trades. The most specific word of a list entry decides: the AC of "water leaking from AC", the
 * light of "bathroom light". All professions count. Words that do not decide are added to a trade that counts.
 */
function chooseTrades(mentions: readonly TradeMention[]): TradeMention[] {
  const isSpecific = mentions.some(({ weight }) => weight !== "place");
  const counted = mentions.filter(({ weight }) => !isSpecific || weight !== "place");
  const heads = Object.values(Object.groupBy(counted, ({ list }) => list)).flatMap((entry) =>
    headsOf(entry!),
  );
  const chosen = new Map<string, TradeMention>();
  for (const mention of mentions) {
    const own = heads.filter(({ list }) => list === mention.list);
    const { trade } = own.find(({ trade }) => trade === mention.trade) ?? own[0] ?? heads[0]!;
    const before = chosen.get(trade);
    chosen.set(
      trade,
      before ? { ...before, words: `${before.words} ${mention.words}` } : { ...mention, trade },
    );
  }
  return [...chosen.values()];
}

function headsOf(mentions: readonly TradeMention[]): TradeMention[] {
  const weight = tradeWeights.findLast((weight) => mentions.some((mention) => mention.weight === weight));
  const heaviest = mentions.filter((mention) => mention.weight === weight);
  if (weight === "profession") return heaviest;
  const segment = heaviest.filter((mention) => mention.segment === heaviest[0]!.segment);
  // The thing is the last word in English and the first one in Arabic: "toilet door", "باب المطبخ".
  const head = /\p{Script=Arabic}/u.test(segment[0]?.words ?? "") ? segment[0] : segment.at(-1);
  return head ? [head] : [];
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
  mention?: Pick<TradeMention, "trade" | "weight">;
  criteria: Partial<SearchCriteria>;
}

interface Vocabulary {
  trades: TradeVocabulary;
  /** Parts of the technicians' names. */
  names: readonly string[];
  /** Words whose spelling is corrected. */
  words: ReadonlySet<string>;
  found: SearchCriteria;
  now: Date;
  /** A number alone is an hour. */
  isHour: boolean;
}

interface TradeVocabulary {
  phrases: Phrases;
  /** Weight of each phrase that is no object. */
  weights: ReadonlyMap<string, TradeWeight>;
}

/** The first criterion of a kind counts, except trades and names, which add up. */
function matchTerm(
  tokens: readonly string[],
  { trades, names, found, now, isHour }: Vocabulary,
): Match | null {
  const time = matchTime(tokens, now, isHour);
  const addedTime = time && addTime(time, found);
  if (addedTime) return addedTime;
  const trade = matchPhrase(tokens, trades.phrases);
  const area = matchPhrase(tokens, communityByName);
  if (area && area.length > (trade?.length ?? 0) && !found.area) return toArea(area);
  if (trade) return toTrade(trade, trades);
  const onCall = matchPhrase(tokens, onCallPhrases);
  if (onCall) return { length: onCall.length, kinds: ["on-call"], criteria: { onCall: true } };
  const token = tokens[0]!;
  const freeLength = matchPhrase(tokens, freePhrases)?.length ?? (freeWords.has(token) ? 1 : 0);
  if (freeLength > 0) return { length: freeLength, kinds: ["free"], criteria: { free: true } };
  if (fillers.has(token)) return null;
  if (names.includes(token)) return toName(token, found);
  // A second day or time is no start of a name: "sat or sun" does not mean Sunil.
  if (time) return null;
  const tradeStart = matchStart(tokens, trades.phrases);
  const areaStart = found.area ? null : matchStart(tokens, communityByName);
  if (areaStart && areaStart.length > (tradeStart?.length ?? 0)) return toArea(areaStart);
  if (tradeStart) return toTrade(tradeStart, trades);
  return token.length >= MIN_NAME_LETTERS && names.some((name) => name.startsWith(token))
    ? toName(token, found)
    : null;
}

/** Arabic article and prepositions, which are written together with the word. */
const ARABIC_PREFIX = /^(?:و?ب?ال|و?لل|و?[بل]|و)(?=\p{Script=Arabic}{3})/u;

/** Correct words that are close to words of trades ("ac man", "sensor"), and other cities. */
const neverCorrected = new Set(
  "ajman sharjah fujairah khaimah quwain senior junior female speaking cheapest weekly monthly".split(" "),
);

/** A word without its Arabic prefix, or with the spelling that was probably meant. */
function matchRespelled(tokens: readonly string[], vocabulary: Vocabulary): Match | null {
  for (const length of [2, 1]) {
    const written = tokens.slice(0, length);
    if (written.length < length || written.some((token) => fillers.has(token) || neverCorrected.has(token)))
      continue;
    const word = written.join("");
    for (const meant of [word.replace(ARABIC_PREFIX, ""), correctSpelling(word, vocabulary.words)]) {
      const match = meant && meant !== word ? matchTerm([meant, ...tokens.slice(length)], vocabulary) : null;
      if (match) return { ...match, length: match.length - 1 + length };
    }
  }
  return null;
}

function toTrade({ length, phrase, value }: PhraseMatch, { weights }: TradeVocabulary): Match {
  const mention = { trade: value, weight: weights.get(phrase) ?? "object" } as const;
  return { length, kinds: ["trade"], mention, criteria: {} };
}

function toArea({ length, value }: PhraseMatch): Match {
  return { length, kinds: ["area"], criteria: { area: value } };
}

function toName(token: string, { names }: SearchCriteria): Match {
  return { length: 1, kinds: ["name"], criteria: { names: [...names, token] } };
}

/** Null if the search already has another day, time or duration. */
function addTime(match: TimeMatch, found: SearchCriteria): Match | null {
  const { criteria, kinds, isWeekday } = match;
  if (criteria.day && found.day && criteria.day !== found.day) {
    const isSameWeekday = isWeekday && weekdayOf(criteria.day) === weekdayOf(found.day);
    return isSameWeekday ? { ...match, criteria: {} } : null;
  }
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
    for (const [phrase, value] of phrases) if (phrase.startsWith(start)) return { length, phrase, value };
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

function tradeVocabulary(services: SearchDirectory["services"]): TradeVocabulary {
  const phrases = new Map<string, string>();
  const weights = new Map<string, TradeWeight>();
  const add = (phrase: string, id: string, weight?: TradeWeight) => {
    const key = keyOf(phrase);
    if (phrases.has(key)) return;
    phrases.set(key, id);
    const known = weight ?? weightByWord.get(key);
    if (known) weights.set(key, known);
  };
  for (const { id, name } of services)
    for (const phrase of [id, name, withoutArticles(name)]) add(phrase, id, "profession");
  for (const { id } of services) for (const word of tradeWords[id] ?? []) add(word, id);
  for (const { id, name } of services)
    for (const word of tokensOf(`${name} ${withoutArticles(name)}`))
      if (!generalWords.has(word) && !fillers.has(word) && !freeWords.has(word)) add(word, id, "fault");
  return { phrases, weights };
}

const withoutArticles = (name: string) =>
  tokensOf(name)
    .map((word) => word.replace(ARABIC_PREFIX, ""))
    .join(" ");

const keyOf = (phrase: string) => tokensOf(phrase).join("");

const weightByWord: ReadonlyMap<string, TradeWeight> = new Map([
  ...placeWords.map((word) => [keyOf(word), "place"] as const),
  ...faultWords.map((word) => [keyOf(word), "fault"] as const),
  ...professionWords.map((word) => [keyOf(word), "profession"] as const),
]);

const onCallPhrases = phrasesOf(
  ["on call", "standby", "stand by", "مناوب"].map((word) => [word, word] as const),
);

const freePhrases = phrasesOf(
  ["next available", "next free", "next slot", "not busy", "has time"].map((word) => [word, word] as const),
);
const freeWords = new Set(
  tokensOf("free available availability avail idle spare gap space slot فاضي متاح متوفر فراغ موجود"),
);

/** Words of a question that carry no criterion. */
export const fillers: ReadonlySet<string> = new Set(
  tokensOf(`a an the is are be am i we us me my any anyone any1 someone anybody one who whos whose which what when where
  can could would will do does has have need needs needed want wants find show get send give please pls plz looking look
  look for of to in at on with by near nearby nearest close closest around and from this there here it that
  technician technicians tech techs guy guys man men person people staff team skill skills skilled trade job jobs
  work visit call customer come go going area dubai problem issue fix repair install
  anytime time sharp thanks thx hi hello some asap no working broken blown cracked jammed damaged
  fitting stopped earliest soonest first wala ceiling wall walls kitchen room bedroom flat
  villa apartment apt house home shop studio also plus then behind under inside outside above below beside over
  stuck loose faulty noisy noise noises making smell smells smelling bad burnt dead squeaky squeaking fallen fell
  keeps again new old replace replacing replacement change changing check checking fixing repairing installing
  hang hanging mount mounting smoke weak low high garden refill beeping
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
