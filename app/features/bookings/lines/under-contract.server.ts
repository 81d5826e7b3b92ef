import { sql } from "kysely";
import "../../contracts/table";

/** That a visit's place is under an annual contract on its day, in queries that read `bookings` and `visits`. */
export const underContract =
  sql<boolean>`EXISTS (SELECT FROM contracts WHERE contracts.property_id = bookings.property_id
  AND contracts.state IN ('active', 'expired')
  AND (visits.starts_at AT TIME ZONE 'Asia/Dubai')::date BETWEEN contracts.starts_on AND contracts.ends_on)`.as(
    "under_contract",
  );
