import { ARABIC, DEFAULT_LOCALE, type Locale } from "~/platform/locale/locale";
import { foldSearchText } from "~/platform/text/search-folding";

/** Words that start a booking if a message has no others than these and the polite ones. */
const BOOKING_WORDS = fold(
  ...["book", "booking", "appointment", "schedule", "reserve", "احجز", "حجز", "احجزوا", "الحجز", "موعد"],
);
const GREETINGS = fold(
  ...["hi", "hello", "hey", "hallo", "salam", "salaam", "assalamu", "alaikum", "start", "menu"],
  ...["good", "morning", "afternoon", "evening", "مرحبا", "مرحبًا", "اهلا", "أهلًا", "هلا", "سلام", "السلام"],
  ...["عليكم", "ورحمة", "الله", "وبركاته", "صباح", "مساء", "الخير"],
);
const POLITE = fold(
  ...[
    "i",
    "want",
    "need",
    "would",
    "like",
    "to",
    "a",
    "an",
    "the",
    "please",
    "can",
    "could",
    "visit",
    "service",
  ],
  ...["technician", "there", "dear", "make", "me", "for", "اريد", "أريد", "ابغى", "أبغى", "اود", "أود", "من"],
  ...["فضلك", "فضلكم", "زيارة", "خدمة", "فني", "لو", "سمحت", "سمحتم"],
);

const PERSON_WORDS = fold(
  ...["person", "human", "agent", "someone", "talk to us", "talk to a person", "call me", "help", "office"],
  ...["شخص", "موظف", "تحدث معنا", "تحدثوا إلينا", "اتصلوا بي", "مساعدة", "المكتب"],
);

/** Phrases of dangers that wait for no booking. */
const EMERGENCY_WORDS = [
  ...[
    "emergency",
    "urgent",
    "flood",
    "flooded",
    "flooding",
    "burst",
    "gas leak",
    "smell gas",
    "smell of gas",
  ],
  ...[
    "fire",
    "smoke",
    "sparks",
    "sparking",
    "electric shock",
    "طوارئ",
    "طارئ",
    "طارئة",
    "عاجل",
    "حريق",
    "دخان",
  ],
  ...["فيضان", "غرق", "انفجار", "انفجر", "تسرب غاز", "تسريب غاز", "رائحة غاز", "شرار", "صعقة"],
].map((phrase) => wordsOf(phrase));

function fold(...words: string[]): ReadonlySet<string> {
  return new Set(words.map(foldSearchText));
}

function wordsOf(text: string): string[] {
  return text
    .split(/[\s\p{P}\p{S}]+/u)
    .map(foldSearchText)
    .filter((word) => word !== "");
}

/** Null for a message with other words, which the office answers. */
export function startWord(text: string): "greeting" | "booking" | null {
  const words = wordsOf(text);
  const isOnly = words.every((word) => BOOKING_WORDS.has(word) || GREETINGS.has(word) || POLITE.has(word));
  if (!isOnly) return null;
  if (words.some((word) => BOOKING_WORDS.has(word))) return "booking";
  return words.some((word) => GREETINGS.has(word)) ? "greeting" : null;
}

export function isPersonWord(text: string): boolean {
  return PERSON_WORDS.has(foldSearchText(text));
}

export function namesEmergency(text: string): boolean {
  const words = wordsOf(text);
  return EMERGENCY_WORDS.some((phrase) =>
    words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word)),
  );
}

/** Arabic letters mean Arabic. Null for a text without letters. */
export function languageOf(text: string): Locale | null {
  if (/\p{Script=Arabic}/u.test(text)) return ARABIC;
  return /\p{L}/u.test(text) ? DEFAULT_LOCALE : null;
}
