import type { ColumnType, Generated } from "kysely";
import type { ChequeState, PaymentMethod } from "./payment";

interface PaymentRow {
  id: string;
  /** Receipt number, such as RC-2026-000123. */
  reference: Generated<string>;
  customer_id: string;
  method: PaymentMethod;
  amount_fils: number;
  /** Dubai day. */
  received_on: string;
  note: Generated<string>;
  provider: string | null;
  provider_payment: string | null;
  fee_fils: number | null;
  payout_id: string | null;
  recorded_by: string | null;
  recorded_at: Date;
  reversed_fils: Generated<number>;
  refunded_fils: Generated<number>;
}

interface PayoutRow {
  id: Generated<string>;
  provider: string;
  provider_payout: string;
  amount_fils: number;
  arrived_on: string;
}

interface ChequeRow {
  id: string;
  customer_id: string;
  invoice_id: string | null;
  contract_id: string | null;
  /** Quote whose deposit it pays. */
  quote_id: string | null;
  number: string;
  bank: string;
  /** First Dubai day on which it may be deposited. */
  dated: string;
  amount_fils: number;
  state: Generated<ChequeState>;
  version: Generated<number>;
  payment_id: string | null;
  received_at: Date;
}

export interface CheckoutRequest {
  title: string;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
}

interface CheckoutRow {
  id: string;
  invoice_id: string | null;
  /** Approved quote whose deposit is paid. */
  quote_id: string | null;
  provider: string;
  /** Id at the provider; null until it has answered. */
  session: string | null;
  amount_fils: number;
  state: Generated<"requested" | "open" | "paid" | "expired">;
  url: string | null;
  /** Request to the provider, kept until answered so that it can be repeated unchanged. */
  request: ColumnType<CheckoutRequest | null, string | null, string | null>;
  expires_at: Date;
  created_at: Date;
  payment_id: string | null;
}

interface ProviderEventRow {
  provider: string;
  event: string;
  type: string;
  received_at: Date;
}

interface RefundRow {
  id: string;
  /** Receipt number, such as RF-2026-000123. */
  reference: Generated<string>;
  customer_id: string;
  method: PaymentMethod;
  payment_id: string | null;
  amount_fils: number;
  reason: string;
  state: "requested" | "done" | "failed";
  provider_refund: string | null;
  recorded_by: string | null;
  recorded_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    payments: PaymentRow;
    payouts: PayoutRow;
    cheques: ChequeRow;
    checkouts: CheckoutRow;
    provider_events: ProviderEventRow;
    refunds: RefundRow;
  }
}
