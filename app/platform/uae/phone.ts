const COUNTRY_CODE = "+971";

/** docs/domain.md, "Forms" and "Customers and properties". */
const NATIONAL = /^(?:(?:\+|00)?971)?0?([158]\d{8}|[46]00\d{6}|[234679]\d{7}|800\d{2,9})$/;

/** E.164 form of a number without separators; null if no UAE number. */
export function normalizeUaePhone(written: string): string | null {
  const [, national] = NATIONAL.exec(written) ?? [];
  return national ? COUNTRY_CODE + national : null;
}

export function isUaePhone(phone: string): boolean {
  return phone.startsWith(COUNTRY_CODE);
}

export function isUaeMobile(phone: string): boolean {
  return phone.startsWith(`${COUNTRY_CODE}5`);
}
