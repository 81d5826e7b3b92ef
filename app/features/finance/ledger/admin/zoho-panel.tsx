import { m } from "~/paraglide/messages";
import { exportPath } from "../admin-client";
import type { Period } from "../ledger";
import { Panel } from "./books-table";
import { ExportButton } from "./export-button";

/** Files for the imports of Zoho Books. */
export function ZohoPanel({ period }: { period: Period }) {
  return (
    <Panel id="zoho" title={m.books_zoho()} hint={m.books_zoho_hint()}>
      <div className="flex flex-wrap gap-3">
        <ExportButton href={exportPath("zoho-journal", period)}>{m.books_zoho_journal()}</ExportButton>
      </div>
      <div className="mt-3 flex flex-wrap gap-3">
        <ExportButton href={exportPath("zoho-invoices", period)}>{m.books_zoho_invoices()}</ExportButton>
        <ExportButton href={exportPath("zoho-credit-notes", period)}>
          {m.books_zoho_credit_notes()}
        </ExportButton>
        <ExportButton href={exportPath("zoho-payments", period)}>{m.books_zoho_payments()}</ExportButton>
        <ExportButton href={exportPath("zoho-journal", period, { beside: "documents" })}>
          {m.books_zoho_other()}
        </ExportButton>
      </div>
    </Panel>
  );
}
