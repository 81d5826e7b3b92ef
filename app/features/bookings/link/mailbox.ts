/** Whose addresses are the same with dots and without. */
const DOTLESS = ["gmail.com", "googlemail.com"];

/**
 * The mailbox that an address leads to, as it is counted: without what stands behind a plus (RFC 5233), and of Gmail's without
 * its dots.
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const name = local.split("+")[0]!;
  if (DOTLESS.includes(domain)) return `${name.replaceAll(".", "")}@gmail.com`;
  return `${name}@${domain}`;
}

/** Of an address. */
export function domainOf(email: string): string {
  return email.toLowerCase().split("@")[1] ?? "";
}
