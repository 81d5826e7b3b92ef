import type { EventType } from "~/platform/events/events";
import type { EntryKind } from "./ledger";

/** Subjects whose events may post to the ledger. */
type MoneySubject = "invoice" | "payment" | "cheque" | "refund" | "payout" | "contract" | "books";

type Postings = Record<Extract<EventType, `${MoneySubject}.${string}`>, readonly EntryKind[]> &
  Partial<Record<EventType, readonly EntryKind[]>>;

/**
 * Journal entries caused by each event (docs/domain.md, "Ledger"). The type requires a line for every event
 * about money. Database triggers do the posting within the event's transaction
 * (docs/decisions/0034-ledger.md); a test compares this table with the posted entries.
 */
export const postings: Postings = {
  "contract.requested": [],
  "contract.agreed": [],
  "contract.accepted": [],
  "contract.link-requested": [],
  "contract.link-replaced": [],
  "contract.activated": [],
  "contract.visit-planned": [],
  "contract.expiring": [],
  "contract.expired": [],
  "contract.cancelled": [],
  "contract.renewed": [],
  "contract.renewal-drafted": [],
  "contract.revenue-recognised": ["contract-revenue"],
  // The provider's fee arrives later, at the latest with the payout.
  "payment.recorded": ["payment", "fee", "advance", "advance-settled"],
  // The provider reports the fee of a dispute with the money.
  "payment.reversed": ["payment-reversed", "advance", "advance-settled", "dispute-fee"],
  "payment.restored": ["payment-restored", "advance", "advance-settled", "dispute-fee"],
  "payment.questioned": ["dispute-fee"],
  "cheque.kept": [],
  "cheque.received": ["cheque-in"],
  "cheque.state-changed": ["cheque-in", "cheque-out"],
  "refund.requested": ["refund"],
  // The paid invoice is open again.
  "refund.found": ["refund", "payment-reallocated"],
  // Only cash and transfers; card refunds are posted when requested or found.
  "refund.done": ["refund"],
  "refund.failed": ["refund-failed"],
  "payout.acknowledged": [],
  "payout.arrived": ["payout", "fee", "provider-fee", "dispute-fee"],
  "payout.failed": ["payout-failed"],
  "books.opening-balances-imported": ["opening", "opening-credit"],
  "books.numbers-set": [],
  "invoice.drafted": [],
  "invoice.draft-deleted": [],
  "invoice.issued": ["invoice", "deposit"],
  // Settlements by payments and credit notes are posted with those.
  "invoice.settled": ["credit-used"],
  "invoice.link-requested": [],
  "invoice.link-replaced": [],
  "invoice.link-shared": [],
  "invoice.resent": [],
  "invoice.reminders-started": [],
  "invoice.reminders-stopped": [],
  "invoice.written-off": ["write-off"],
  "invoice.write-off-reversed": ["write-off-reversed", "bad-debt-recovered", "bad-debt-relief-reversed"],
  "invoice.write-off-notified": [],
  "invoice.bad-debt-relieved": ["bad-debt-relief"],
  "invoice.credited": ["credit-note"],
  "invoice.e-invoice-requested": [],
  "invoice.reminded": [],
  "quote.cancelled": ["deposit-forfeited"],
  "books.closed": [],
  "books.year-closed": ["year-end"],
  "books.cash-banked": ["bank-deposit"],
  "books.journal-posted": ["journal"],
  "books.journal-reversed": ["journal"],
  "books.vat-return-filed": [],
  "books.vat-paid": [],
  "books.vat-disclosed": [],
};

export const eventsThatPost = (Object.keys(postings) as EventType[]).filter((type) => postings[type]?.length);
