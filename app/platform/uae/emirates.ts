/** Codes of the e-invoice specification with the English names, because addresses are written in English. */
export const emirates = {
  AUH: "Abu Dhabi",
  DXB: "Dubai",
  SHJ: "Sharjah",
  AJM: "Ajman",
  UAQ: "Umm Al Quwain",
  RAK: "Ras Al Khaimah",
  FUJ: "Fujairah",
} as const;

export type Emirate = keyof typeof emirates;
/** In the order of boxes 1a to 1g of the VAT return. */
export const emirateCodes = Object.keys(emirates) as [Emirate, ...Emirate[]];
