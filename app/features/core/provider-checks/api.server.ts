import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/auth/actor";
import { tooManyRequests } from "~/platform/errors";
import { emit } from "~/platform/events/events.server";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { findChannelFailures } from "~/platform/messaging/channel-failures.server";
import { findMailboxFailure } from "~/platform/messaging/inbound-mailboxes.server";
import { type Connection, connections, testableConnections } from "./connections";
import { isConfigured, mailboxFailureText, testConnection } from "./tests.server";

const may = "settings.manage";
/** Limited because a test sends an email or calls an external service. */
const TEST_LIMIT = { max: 10, seconds: 600 };

/** External services: which are configured, and whether they work. */
export const providerChecksApi = endpoints("connection", [
  get("/admin/connections", {
    may,
    summary: "Configured connections to other services",
    answer: z.object({
      connections: z.array(
        z.object({
          name: z.enum(connections),
          configured: z.boolean(),
          /** Failure that the worker met; null without one. */
          failure: z.nullable(z.string()),
        }),
      ),
    }),
    async run({ db }, _input, call) {
      const config = call.get("config");
      const mailboxFailure = config.imap ? await findMailboxFailure(db, config.imap) : null;
      const channelFailures = await findChannelFailures(db);
      const failureOf = (name: Connection) => {
        const reason = channelFailures.get(name);
        if (reason && isConfigured(config, name)) return m.connections_account_refused({ reason });
        return name === "imap" && mailboxFailure ? mailboxFailureText(mailboxFailure) : null;
      };
      return {
        connections: connections.map((name) => ({
          name,
          configured: isConfigured(config, name),
          failure: failureOf(name),
        })),
      };
    },
  }),
  post("/admin/connections/{name}/test", {
    may,
    summary: "Test a connection; the email test sends an email to the signed-in user",
    params: { name: z.enum(testableConnections).check(z.describe("Name of the connection")) },
    answer: z.object({ success: z.boolean(), message: z.string() }),
    async run(ctx, { name }, call) {
      const attempt = await takeAttempt(ctx, { key: `connections:${userIdOf(ctx.actor)}`, ...TEST_LIMIT });
      if (!attempt.ok) {
        const seconds = attempt.retryAfterSeconds;
        throw tooManyRequests(seconds, m.common_error_rate_limited({ seconds }));
      }
      const by = { name: "", email: "", ...ctx.actor };
      const tested = await testConnection(call.get("config"), name, by);
      await emit(ctx, "connection.tested", name, { name, success: tested.success });
      return tested;
    },
    reply: (_ctx, _input, tested) => tested,
  }),
]);
