import { AsyncLocalStorage } from "node:async_hooks";
import { QueueFull } from "../jobs/fair-queue";

export type InfraFailure = "database-unavailable" | "database-busy" | "disk-full" | "storage-unavailable";

/** The outcome of the statement is unknown. */
export class ConnectionLost extends Error {
  override name = "ConnectionLost";
}

/** The bucket of files does not answer. */
export class StorageUnavailable extends Error {
  override name = "StorageUnavailable";
}

export const RETRY_SECONDS: Record<InfraFailure, number> = {
  "database-unavailable": 10,
  "database-busy": 5,
  "disk-full": 60,
  "storage-unavailable": 10,
};

const DISK_FULL_MS = 20_000;
let diskFullAt = Number.NEGATIVE_INFINITY;

/** An external PostgreSQL's full disk only shows in failed statements. */
export function wasDiskFull(): boolean {
  return performance.now() - diskFullAt < DISK_FULL_MS;
}

/** The server was demoted, or never accepted writes. */
export function isReadOnlyServer(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "25006";
}

/** Searches the chain of causes. */
export function infraFailureOf(error: unknown): InfraFailure | null {
  if (isRequestAborted(error)) return null;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const failure = classifyError(cause);
    if (failure === "disk-full") diskFullAt = performance.now();
    if (failure) return failure;
  }
  return null;
}

/** Node's error for a disconnected client or malformed data. */
export function isRequestAborted(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "ECONNRESET" && error.message === "aborted"
  );
}

const observed = new AsyncLocalStorage<{ failure?: unknown }>();

/** Rethrows errors that a library only logs. */
export async function rethrowInfraFailure<Result>(operation: () => Promise<Result>): Promise<Result> {
  const observation: { failure?: unknown } = {};
  try {
    const result = await observed.run(observation, operation);
    if (observation.failure) throw observation.failure;
    return result;
  } catch (error) {
    throw observation.failure ?? error;
  }
}

export function observeInfraFailure(error: unknown): boolean {
  const observation = observed.getStore();
  if (!infraFailureOf(error) || !observation) return false;
  observation.failure ??= error;
  return true;
}

/**
 * Classifies by SQLSTATE (PostgreSQL manual, appendix A), system code, or the message where `pg` sets no
 * code.
 */
function classifyError(error: Error): InfraFailure | null {
  if (error instanceof ConnectionLost) return "database-unavailable";
  if (error instanceof QueueFull) return "database-busy";
  // Before the causes, whose codes are those of a lost database.
  if (error instanceof StorageUnavailable) return "storage-unavailable";
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "53100" || code === "ENOSPC" || code === "EDQUOT") return "disk-full";
  if (isReadOnlyServer(error) || (code && /^(08...|57P0[1-5]|53300)$/.test(code)))
    return "database-unavailable";
  if (code && /^(53...|57014|55P03|25P03)$/.test(code)) return "database-busy";
  if (code === undefined && PG_LOST.test(error.message)) return "database-unavailable";
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
