import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/*
 * Metrics of this process in Prometheus text format, served by operations.server.ts. Durations are in seconds.
 * docs/operations.md, "Watching", explains each metric; deploy/ has a dashboard and alert rules.
 */

export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const registers = [registry];

export const httpRequestDuration = new Histogram({
  name: "http_request_duration_seconds",
  help: "Duration of HTTP requests until the response is ready, by route pattern",
  labelNames: ["method", "route", "status"] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});

export const storedPageResponses = new Counter({
  name: "stored_page_responses_total",
  help: "Public pages served from the page cache",
  registers,
});

export const poolWait = new Histogram({
  name: "db_pool_wait_seconds",
  help: "Time until a database connection was available",
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 10],
  registers,
});

export const connectionsRefused = new Counter({
  name: "db_connections_refused_total",
  help: "Attempts to connect that the database refused because it has too many connections",
  registers,
});

export const replicaReads = new Counter({
  name: "db_replica_reads_total",
  help: "Calls for the replica by what answered: replica, or the primary because it was unavailable, behind, failed or lacked own-writes",
  labelNames: ["result"] as const,
  registers,
});

export const eventsDispatched = new Counter({
  name: "events_total",
  help: "Business events that this worker dispatched, such as booking.requested",
  labelNames: ["type"] as const,
  registers,
});

export const reactionAttempts = new Counter({
  name: "reaction_attempts_total",
  help: "Attempts of reactions to events",
  labelNames: ["reaction", "result"] as const,
  registers,
});

export const emailAttempts = new Counter({
  name: "email_attempts_total",
  help: "Attempts to send an email",
  labelNames: ["result"] as const,
  registers,
});

export const messageAttempts = new Counter({
  name: "message_attempts_total",
  help: "Attempts to send a message by SMS, WhatsApp or push",
  labelNames: ["channel", "result"] as const,
  registers,
});

export const receivedMails = new Counter({
  name: "received_mails_total",
  help: "Emails of the office's mailbox: received, ignored (automatic, own or deleted) or skipped (too large or unreadable)",
  labelNames: ["result"] as const,
  registers,
});

export const webhookAttempts = new Counter({
  name: "webhook_attempts_total",
  help: "Attempts to deliver a webhook",
  labelNames: ["result"] as const,
  registers,
});

export const pushAttempts = new Counter({
  name: "push_attempts_total",
  help: "Attempts to hand a push message to the push service of a device: accepted, gone, refused or failed",
  labelNames: ["result"] as const,
  registers,
});

export const slowQueries = new Counter({
  name: "db_slow_queries_total",
  help: "Statements slower than the limit for the log, by route pattern, reaction or job",
  labelNames: ["route"] as const,
  registers,
});

// A counter without a first value has no increase, so that an alert could not distinguish "none sent" from "no data".
for (const result of ["sent", "unanswered", "retried", "failed", "outdated"])
  emailAttempts.inc({ result }, 0);

/** Gauge whose values are read when the metrics are requested. */
export function observedGauge<Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Gauge<Label> {
  return new Gauge({ name, help, labelNames, registers });
}
