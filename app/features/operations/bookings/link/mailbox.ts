/** Domains that ignore dots in the local part. */
const DOT_INSENSITIVE_DOMAINS = ["gmail.com", "googlemail.com"];

/** Large public providers, whose addresses belong to unrelated people. */
const PUBLIC_PROVIDERS: ReadonlySet<string> = new Set([
  ...["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "msn.com", "hotmail.co.uk"],
  ...["hotmail.fr", "live.co.uk", "outlook.fr", "yahoo.com", "ymail.com", "rocketmail.com", "yahoo.co.in"],
  ...["yahoo.co.uk", "yahoo.fr", "yahoo.in", "icloud.com", "me.com", "mac.com", "aol.com", "proton.me"],
  ...["protonmail.com", "pm.me", "gmx.com", "gmx.net", "gmx.de", "web.de", "mail.com", "zoho.com"],
  ...["fastmail.com", "yandex.com", "yandex.ru", "mail.ru", "rediffmail.com", "qq.com", "163.com", "126.com"],
  ...["naver.com", "emirates.net.ae", "eim.ae"],
]);

/** Labels before a country that are part of the public suffix, as in `co.uk`. */
const SECOND_LEVEL_LABELS: ReadonlySet<string> = new Set([
  "ac",
  "co",
  "com",
  "edu",
  "gov",
  "net",
  "org",
  "sch",
]);

/**
 * Drops the part after a plus (RFC 5233) and Gmail's dots, so that aliases count as one mailbox in rate
 * limits.
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const name = local.split("+")[0]!;
  if (DOT_INSENSITIVE_DOMAINS.includes(domain)) return `${name.replaceAll(".", "")}@gmail.com`;
  return `${name}@${domain}`;
}

export function domainOf(email: string): string {
  return email.toLowerCase().split("@")[1] ?? "";
}

/**
 * Domain as registered, because its owner can receive the mail of all subdomains. Null for public providers.
 */
export function registeredDomainOf(email: string): string | null {
  const domain = domainOf(email);
  if (PUBLIC_PROVIDERS.has(domain)) return null;
  const labels = domain.split(".");
  const isSuffixOfTwo = labels.at(-1)?.length === 2 && SECOND_LEVEL_LABELS.has(labels.at(-2) ?? "");
  return labels.slice(isSuffixOfTwo ? -3 : -2).join(".");
}
