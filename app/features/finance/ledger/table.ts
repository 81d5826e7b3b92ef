import type { GeneratedAlways } from "kysely";
import type { Emirate } from "~/platform/uae/emirates";
import type { Account, EntryKind } from "./ledger";

/** Written only by triggers (docs/decisions/0034-ledger.md). */
interface LedgerEntryRow {
  id: GeneratedAlways<number>;
  kind: EntryKind;
  source_id: string;
  occurrence: number;
  reference: string;
  document_day: string;
  day: string;
  total_fils: number;
}

interface LedgerLineRow {
  entry_id: number;
  position: number;
  account: Account;
  service_id: string | null;
  debit_fils: number;
  credit_fils: number;
  vat: "standard" | "zero" | "exempt" | null;
  emirate: Emirate | null;
  settlement_id: number | null;
  credit_entry_id: number | null;
}

/** Daily sums. `unmerged`: a delta that is not merged yet. */
interface LedgerDayRow {
  day: string;
  account: Account;
  service_id: string;
  vat: string;
  emirate: string;
  debit_fils: number;
  credit_fils: number;
  unmerged: boolean;
}

interface LedgerClosingRow {
  closed_through: string;
  closed_by: string | null;
  closed_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    ledger_entries: LedgerEntryRow;
    ledger_lines: LedgerLineRow;
    ledger_days: LedgerDayRow;
    ledger_closings: LedgerClosingRow;
  }
}
