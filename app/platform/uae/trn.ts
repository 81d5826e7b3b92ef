/** Tax registration number: 15 digits that start with 1 (Federal Decree-Law 8 of 2017). */
export const TRN_PATTERN = /^1\d{14}$/;

/** TRNs of VAT end in 03; e-invoices accept no others. */
export function isVatTrn(trn: string): boolean {
  return TRN_PATTERN.test(trn) && trn.endsWith("03");
}

/** Tax identification number: the first ten digits of the TRN, also the network address of e-invoices. */
export function tinFromTrn(trn: string): string {
  return trn.slice(0, 10);
}
