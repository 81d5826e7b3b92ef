/** Who a customer is, what happens to their record, and what stands against changing it, whoever changes it. Pure. */

/** By what two records look like one person. */
export const likenesses = ["phone", "email"] as const;
export type Likeness = (typeof likenesses)[number];

/** Who a customer is and how to reach them. Phone + and digits, email in lower case; null: nobody knows. */
export interface CustomerContact {
  name: string;
  phone: string | null;
  email: string | null;
}

/** What of a customer changes, before and after. */
export function differenceOf(before: CustomerContact, after: CustomerContact) {
  const fields = (["name", "phone", "email"] as const).filter((field) => before[field] !== after[field]);
  const only = (contact: CustomerContact) =>
    Object.fromEntries(fields.map((field) => [field, contact[field]])) as Partial<CustomerContact>;
  return { before: only(before), after: only(after) };
}

declare module "~/platform/events" {
  interface Events {
    "customer.edited": Record<string, never>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The email that somebody signs in with is changed by themselves. */
    "account-email": unknown;
    /** Others have this phone or email. */
    alike: { alike: readonly (object & { id: string; by: Likeness[] })[] };
  }
}
