import type { Generated } from "kysely";
import type { PriceMode } from "./price";

interface PriceRow {
  id: Generated<string>;
  service_id: string;
  item: string;
  name: string;
  mode: PriceMode;
  unit: string;
  price_fils: number | null;
  next_hour_fils: number | null;
  emergency_surcharge: Generated<number>;
  out_of_hours_surcharge: Generated<number>;
  is_headline: Generated<boolean>;
  position: Generated<number>;
  effective_from: string;
  /** Null if the default of the service applies. */
  duration_min: Generated<number | null>;
  buffer_min: Generated<number | null>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    prices: PriceRow;
  }
}
