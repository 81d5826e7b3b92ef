import { sql } from "kysely";
import { readSettings } from "~/features/core/business/read-settings.server";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { chance, firstNames, id, lastNames, pick } from "./rows.server";

const questions = [
  "Do you also clean the ducts of a villa with five units?",
  "My invoice has the old address, can it be changed?",
  "Which days in August do you have for painting two bedrooms?",
  "We are a tower in Business Bay and look for a yearly contract.",
];
const messages = [
  "Failed to fetch",
  "Cannot read properties of undefined (reading 'length')",
  "Loading chunk failed",
  "The operation was aborted",
];
const paths = ["/", "/bookings", "/dashboard", "/admin/bookings", "/admin/calendar", "/services/hvac"];

/** Messages, security cases and browser errors for the number of bookings, within the retention periods. */
export async function addTraces(ctx: Ctx, bookings: number): Promise<void> {
  await addMessages(ctx, Math.ceil(bookings / 100));
  const { securityEventDays, clientErrorDays } = (await readSettings(ctx, "retention")).values;
  await addSecurityCases(ctx, Math.ceil(bookings / 500), securityEventDays);
  await addClientErrors(ctx, Math.ceil(bookings / 2_000), clientErrorDays);
}

/** Messages older than two days are answered, and so are contracts beyond the state `requested`. */
async function addMessages({ db, now }: Ctx, count: number): Promise<void> {
  await sql`INSERT INTO contact_messages (id, reference, name, email, phone, message, sent_at)
    SELECT id, format_reference('MS', nextval('message_numbers'), sent_at), name, email, phone, message, sent_at FROM (
      SELECT n, ${id("message")} AS id, ${pick(firstNames, 70)} || ' ' || ${pick(lastNames, 71)} AS name, 'asking.' || n || '@example.com' AS email,
        '+97152' || (1000000 + n) AS phone, ${pick(questions, 72)} AS message,
        ${now}::timestamptz - (n - 1) * interval '1000 days' / ${sql.lit(count)} - interval '10 minutes' AS sent_at
      FROM generate_series(1, ${count}::int) AS n) AS written ORDER BY sent_at`.execute(db);
  const answered = sql`(SELECT id, sent_at AS at, true AS is_message FROM contact_messages WHERE sent_at < ${now}::timestamptz - interval '2 days'
    UNION ALL SELECT id, requested_at + interval '1 day', false FROM contracts WHERE state <> 'requested')`;
  await sql`INSERT INTO inbox_item_states (message_id, contract_id, state, version)
    SELECT CASE WHEN is_message THEN id END, CASE WHEN NOT is_message THEN id END, 'answered', 1 FROM ${answered} AS answered`.execute(
    db,
  );
  await sql`INSERT INTO trail (at, type, actor_role, subject_type, subject_id, data, request_id)
    SELECT at + interval '2 hours', 'inbox.item-state-changed', 'admin', 'inbox', id, '{"move": "answer"}', 'large' FROM ${answered} AS answered ORDER BY at`.execute(
    db,
  );
}

/** Three refused attempts each; one in ten is suspicious. Cases older than three days are resolved. */
async function addSecurityCases({ db, now }: Ctx, count: number, keptDays: number): Promise<void> {
  await sql`INSERT INTO security_cases (id, client_ip, reported_by_browser, auth_failures, rate_limits, many_failures, first_event_at, last_event_at, closed_at)
    SELECT id, ip, n % 3 = 0, 3, 0, n % 10 = 0, at, at + interval '2 minutes',
      CASE WHEN at < ${now}::timestamptz - interval '3 days' THEN at + interval '1 day' END FROM (
      SELECT n, ${id("case")} AS id, '198.18.0.0'::inet + n AS ip,
        ${now}::timestamptz - (n - 1) * interval '1 day' * ${sql.lit(keptDays - 1)} / ${sql.lit(count)} - interval '10 minutes' AS at
      FROM generate_series(1, ${count}::int) AS n) AS seen`.execute(db);
  await sql`INSERT INTO security_events (type, message, client_ip, request_id, received_at, case_id)
    SELECT 'auth_failure', 'Wrong email or password', client_ip, 'large', first_event_at + minute * interval '1 minute', id
    FROM security_cases, generate_series(0, 2) AS minute ORDER BY 5`.execute(db);
}

/** Each error occurred on three days. */
async function addClientErrors({ db, now }: Ctx, count: number, keptDays: number): Promise<void> {
  const today = dubaiDate(now);
  const agent = "Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile";
  await sql`INSERT INTO client_error_groups (id, fingerprint, message, location, path, user_agent, severity, occurrences, first_seen_at, last_seen_at, fixed_at)
    SELECT id, encode(sha256(convert_to('group' || n, 'UTF8')), 'hex'), ${pick(messages, 80)}, 'page-' || n || '.js', ${pick(paths, 81)}, ${agent},
      CASE n % 3 WHEN 0 THEN 'high' ELSE 'medium' END, 3, at - interval '2 days', at, CASE WHEN n % 4 = 3 THEN at + interval '1 hour' END FROM (
      SELECT n, ${id("error")} AS id, ${now}::timestamptz - ${chance(82, keptDays - 3)} * interval '1 day' - interval '10 minutes' AS at
      FROM generate_series(1, ${count}::int) AS n) AS seen`.execute(db);
  await sql`INSERT INTO client_errors (day, fingerprint, message, stack, path, severity, user_agent, first_seen_at, last_seen_at, group_id)
    SELECT day, encode(sha256(convert_to(id::text, 'UTF8')), 'hex'), message, message || E'\n    at https://rukn.example/assets/' || location || ':1:1', path,
      severity, user_agent, day + time '06:00', day + time '06:00', id
    FROM client_error_groups, LATERAL (SELECT (last_seen_at AT TIME ZONE 'Asia/Dubai')::date - ago AS day FROM generate_series(0, 2) AS ago) AS days
    WHERE day <= ${today}::date`.execute(db);
}
