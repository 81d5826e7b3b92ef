import type { Generated } from "kysely";
import type { ContractState, EntitlementKind, PaymentPlan, PropertyType } from "./contract";

interface PackageRow {
  id: string;
  name: string;
  summary: string;
  ac_visits: number;
  checks: number;
  call_outs: number | null;
  call_out_hours: number;
  handyman_hours: number;
  emergency_fee: boolean;
  parts_discount: Generated<number>;
  parts_included_fils: number | null;
  recommended: Generated<boolean>;
  position: number;
  active: Generated<boolean>;
}

interface PackagePriceRow {
  id: Generated<string>;
  package_id: string;
  property_type: PropertyType;
  price_fils: number;
  effective_from: string;
}

interface ContractRow {
  id: Generated<string>;
  /** Such as AMC-2026-000123. */
  reference: Generated<string>;
  state: ContractState;
  package_id: string;
  property_type: PropertyType;
  price_id: string;
  customer_id: string;
  property_id: string;
  user_id: string | null;
  contact_name: string;
  contact_email: string;
  contact_phone: string;
  address: string;
  message: Generated<string>;
  language: Generated<string>;
  requested_at: Date;
  version: Generated<number>;
  /** Agreed terms; null before the agreement. Days are Dubai's. */
  agreed_at: Generated<Date | null>;
  price_fils: Generated<number | null>;
  starts_on: Generated<string | null>;
  ends_on: Generated<string | null>;
  payment_plan: Generated<PaymentPlan>;
  call_out_hours: Generated<number | null>;
  emergency_fee: Generated<boolean | null>;
  parts_discount: Generated<number | null>;
  parts_included_fils: Generated<number | null>;
  activated_at: Generated<Date | null>;
  /** Last day in force of a cancelled contract. */
  ended_on: Generated<string | null>;
  renews_contract_id: Generated<string | null>;
  revenue_recognised_through: Generated<string | null>;
  last_reminder_days: Generated<number | null>;
}

interface EntitlementRow {
  contract_id: string;
  kind: EntitlementKind;
  /** Null if unlimited. */
  total: number | null;
}

/** Terms offered by a renewal quote. */
interface OfferRow {
  quote_id: string;
  package_id: string;
  property_type: PropertyType;
  price_id: string;
  starts_on: string;
  payment_plan: PaymentPlan;
  ac_visits: number;
  checks: number;
  call_outs: number | null;
  call_out_hours: number;
  handyman_hours: number;
  emergency_fee: boolean;
  parts_discount: number;
  parts_included_fils: number | null;
  renewed_contract_id: Generated<string | null>;
}

interface UseRow {
  booking_id: string;
  contract_id: string;
  kind: EntitlementKind;
  quantity: number;
  /** False for use on request. */
  is_planned_visit: boolean;
}

interface BalanceRow extends EntitlementRow {
  used: number;
  planned: number;
}

declare module "~/platform/database/tables" {
  interface Tables {
    packages: PackageRow;
    package_prices: PackagePriceRow;
    contracts: ContractRow;
    contract_entitlements: EntitlementRow;
    renewal_offers: OfferRow;
    entitlement_uses: UseRow;
    entitlement_balances: BalanceRow;
  }
}
