import type { Generated } from "kysely";
import type { ContractState, PropertyType } from "./contract";

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
  /** As AMC-2026-000123. */
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
  /** In which it was asked for, as locale.ts names it. */
  language: Generated<string>;
  requested_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    packages: PackageRow;
    package_prices: PackagePriceRow;
    contracts: ContractRow;
  }
}
