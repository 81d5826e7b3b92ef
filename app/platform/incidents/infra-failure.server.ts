import { AsyncLocalStorage } from "node:async_hooks";

/** What passes by itself, or once an operator has made room; meanwhile the product answers 503. */
export type InfraFailure = "database-unavailable" | "database-busy" | "disk-full";

/** The database connection was given up: what became of the statement is unknown. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";
}

/** How soon it is worth trying again, in seconds. */
export const RETRY_SECONDS: Record<InfraFailure, number> = {
  "database-unavailable": 10,
  "database-busy": 5,
  "disk-full": 60,
};

/** How long after a full disk was met nobody should be sent here; then it is tried again. */
const DISK_FULL_MS = 20_000;
let diskFullAt = Number.NEGATIVE_INFINITY;

/** Whether a full disk was met a moment ago. That of a PostgreSQL elsewhere shows by nothing else. */
export function wasDiskFull(): boolean {
  return performance.now() - diskFullAt < DISK_FULL_MS;
}

/** Which failure an error, or what caused it, tells of; null: it is of another kind, as a mistake of ours. */
export function infraFailureOf(error: unknown): InfraFailure | null {
  if (isCutShort(error)) return null;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const failure = classifyError(cause);
    if (failure === "disk-full") diskFullAt = performance.now();
    if (failure) return failure;
  }
  return null;
}

/** A request whose sender went away, or sent nonsense, before all of it was here: Node's own error, of any of its bodies. */
export function isCutShort(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "ECONNRESET" && error.message === "aborted"
  );
}

const observed = new AsyncLocalStorage<{ failure?: unknown }>();

/** Runs a library that tells only its log what went wrong: where that was failure, it is thrown. */
export async function rethrowInfraFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  const seen: { failure?: unknown } = {};
  try {
    const result = await observed.run(seen, work);
    if (seen.failure) throw seen.failure;
    return result;
  } catch (error) {
    throw seen.failure ?? error;
  }
}

/** To be called by the log of such a library. False: what it was told of is no failure. */
export function observeInfraFailure(error: unknown): boolean {
  const seen = observed.getStore();
  if (!infraFailureOf(error) || !seen) return false;
  seen.failure ??= error;
  return true;
}

/** By PostgreSQL's codes (PostgreSQL's manual, appendix A), the system's, and the words of pg where it gives no code. */
function classifyError(error: Error): InfraFailure | null {
  if (error instanceof ConnectionLost) return "database-unavailable";
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "53100" || code === "ENOSPC" || code === "EDQUOT") return "disk-full";
  if (code && /^(08...|57P0[1-5]|53300)$/.test(code)) return "database-unavailable";
  if (code && /^(53...|57014|55P03|25P03)$/.test(code)) return "database-busy";
  if (code === undefined && PG_LOST.test(error.message)) return "database-unavailable";
  // Of the socket to the database: what else is spoken to over the network wraps its errors.
  if (code && SOCKET_LOST.includes(code) && (syscall === undefined || SOCKET_CALLS.includes(syscall))) {
    return "database-unavailable";
  }
  return null;
}

const PG_LOST =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Query read timeout)/;
const SOCKET_LOST = [
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENOENT", "ENOTFOUND", "EAI_AGAIN"],
];
const SOCKET_CALLS = ["connect", "read", "write", "getaddrinfo"];
