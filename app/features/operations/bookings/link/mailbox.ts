/** Domains that ignore dots in the local part. */
const DOT_INSENSITIVE_DOMAINS = ["gmail.com", "googlemail.com"];

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
