import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { type Person, userRoles } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { ApiError, tooManyRequests } from "~/platform/errors";
import { recordSecurityEvent } from "~/platform/incidents/security-events.server";
import { KEY_CALLS_PER_MINUTE } from "./integrations";
import { hashKey, isApiKey } from "./secret.server";

/** Owner of a valid key with its permissions, which the owner's role may restrict further. */
export type KeyHolder = Person & { key: NonNullable<Person["key"]>; twoFactor: boolean };

/**
 * Authenticates a key. One statement finds it, counts the call and records its time. Throws 401 for an
 * invalid key, 429 above the limit.
 */
export async function authenticateKey(
  ctx: Pick<Ctx, "db" | "now"> & Partial<Ctx>,
  key: string,
): Promise<KeyHolder> {
  if (!isApiKey(key)) throw unknownKey();
  const minute = sql<Date>`date_trunc('minute', ${ctx.now}::timestamptz)`;
  const { rows } = await sql<{
    id: string;
    name: string;
    permissions: string[];
    callsInMinute: number;
    userId: string;
    userName: string;
    email: string;
    role: string;
    twoFactorEnabled: boolean;
    grantedPermissions: string[];
  }>`
    UPDATE api_keys AS used SET
      calls_in_minute = CASE WHEN used.last_used_at >= ${minute} THEN least(used.calls_in_minute, ${KEY_CALLS_PER_MINUTE}) + 1 ELSE 1 END,
      last_used_at = ${ctx.now}
    FROM users
    WHERE used.hash = ${hashKey(key)} AND users.id = used.user_id AND NOT users.banned
      AND used.revoked_at IS NULL AND (used.expires_at IS NULL OR used.expires_at > ${ctx.now})
    RETURNING used.id, used.name, used.permissions, used.calls_in_minute, users.id AS user_id, users.name AS user_name,
      users.email, users.role, users.two_factor_enabled, users.granted_permissions`.execute(ctx.db);
  const row = rows[0];
  const role = userRoles.find((role) => role === row?.role);
  if (!row || !role) {
    // A formerly valid key, or a carefully forged one.
    await recordSecurityEvent(ctx as Ctx, {
      type: "auth_failure",
      message: "A key that is not good was used",
    });
    throw unknownKey();
  }
  if (row.callsInMinute > KEY_CALLS_PER_MINUTE) {
    const seconds = 60 - ctx.now.getUTCSeconds();
    throw tooManyRequests(seconds, m.common_error_rate_limited({ seconds }));
  }
  return {
    role,
    userId: row.userId,
    name: row.userName,
    email: row.email,
    twoFactor: row.twoFactorEnabled,
    granted: row.grantedPermissions,
    key: { id: row.id, name: row.name, permissions: row.permissions },
  };
}

function unknownKey(): ApiError {
  return new ApiError(401, "key-unknown", m.keys_error_unknown(), {}, { "WWW-Authenticate": "Bearer" });
}
