/** What happens to a customer's record, and what stands against changing it, whoever changes it. Pure. */

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
    alike: { alike: readonly object[] };
  }
}
