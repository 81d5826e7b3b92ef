import type { EventType } from "~/platform/events/events";
import type { EntryKind } from "./ledger";

/** Whose events move money: each of them says what it does to the books, or that it does nothing. */
type Money = "invoice" | "payment" | "cheque" | "refund" | "payout" | "contract" | "books";

type Postings = Record<Extract<EventType, `${Money}.${string}`>, readonly EntryKind[]> &
  Partial<Record<EventType, readonly EntryKind[]>>;

/**
 * What each event does to the books, the whole journal on one screen (docs/domain.md, "Books"). A new event of what moves money fails the
 * type check without a line. How each kind is posted, and that it is in the event's own transaction, is the database's work (docs/decisions/0034-journal.md); the
 * test of the journal holds this table against what was posted.
 */
export const postings: Postings = {
  "contract.requested": [],
  "contract.agreed": [],
  "contract.activated": [],
  "contract.visit-planned": [],
  "contract.ending": [],
  "contract.expired": [],
  "contract.cancelled": [],
  "contract.renewed": [],
  "contract.renewal-drafted": [],
  "contract.earned": ["contract-earned"],
  // What the provider kept of it is known later, at the latest with its payout.
  "payment.recorded": ["payment", "fee"],
  "payment.reversed": ["payment-reversed"],
  "payment.restored": ["payment-restored"],
  "payment.questioned": [],
  "cheque.received": ["cheque-in"],
  "cheque.moved": ["cheque-in", "cheque-out"],
  "refund.asked": ["refund"],
  // What it paid is open again.
  "refund.found": ["refund", "payment-moved"],
  // Cash and transfers, which nobody has to be asked for; what went to a card was posted when it was asked for or found.
  "refund.done": ["refund"],
  "refund.failed": ["refund-failed"],
  "payout.arrived": ["payout", "fee"],
  "books.opening-balances-imported": ["opening", "opening-credit"],
  "books.numbers-set": [],
  "invoice.drafted": [],
  "invoice.draft-deleted": [],
  "invoice.issued": ["invoice", "deposit"],
  // What a payment or a credit note settles is posted with these.
  "invoice.settled": ["credit-used"],
  "invoice.link-requested": [],
  "invoice.reminders-started": [],
  "invoice.reminders-stopped": [],
  "invoice.written-off": ["write-off"],
  "invoice.credited": ["credit-note"],
  "invoice.e-invoice-requested": [],
  "invoice.reminded": [],
  "quote.cancelled": ["deposit-kept"],
  "books.closed": [],
};

export const eventsThatPost = (Object.keys(postings) as EventType[]).filter((type) => postings[type]?.length);
