import { readerText } from "~/platform/locale/reader-text";

/** Public holidays of the UAE, whose names are stored in English. */
const arabicNames = new Map([
  ["New Year's Day", "رأس السنة الميلادية"],
  ["Eid Al Fitr", "عيد الفطر"],
  ["Arafah Day", "يوم عرفة"],
  ["Eid Al Adha", "عيد الأضحى"],
  ["Islamic New Year", "رأس السنة الهجرية"],
  ["Prophet Muhammad's Birthday", "المولد النبوي الشريف"],
  ["National Day", "عيد الاتحاد"],
]);

/** Other names, which the office entered, are shown as written. */
export function holidayInReaderLanguage(name: string): string {
  return readerText(name, arabicNames.get(name) ?? null);
}
