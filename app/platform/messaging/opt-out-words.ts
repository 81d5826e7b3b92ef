/** Words with which a recipient closes a channel, also in Arabic; capital letters and marks do not matter. */
const STOP_WORDS = new Set([
  "stop",
  "stopall",
  "unsubscribe",
  "cancel",
  "end",
  "quit",
  "إيقاف",
  "ايقاف",
  "الغاء",
  "إلغاء",
  "توقف",
]);
const START_WORDS = new Set(["start", "unstop", "yes", "ابدأ", "ابدا", "اشتراك"]);

/** Only a message that consists of the word, because "please stop by at 5" is none. */
export function optOutWord(text: string): "stop" | "start" | null {
  const word = text
    .normalize("NFC")
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/[\p{P}\p{S}\s]+/gu, "")
    .toLowerCase();
  if (STOP_WORDS.has(word)) return "stop";
  return START_WORDS.has(word) ? "start" : null;
}
