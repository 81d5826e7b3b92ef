import { AsyncLocalStorage } from "node:async_hooks";

/** Request or job that the current code serves, for log lines. A job has the id of the request that caused it. */
interface RequestScope {
  method?: string;
  path?: string;
  /** Pattern of the path without ids, or the reaction or job. */
  route?: string;
  requestId?: string;
}

const storage = new AsyncLocalStorage<RequestScope>();

export function inRequestScope<Result>(scope: RequestScope, work: () => Result): Result {
  return storage.run(scope, work);
}

/** Set once the request's context is created. */
export function setRequestId(requestId: string): void {
  const scope = storage.getStore();
  if (scope) scope.requestId = requestId;
}

/** Returns the current request's scope; empty outside requests. */
export function requestScope(): Partial<RequestScope> {
  return storage.getStore() ?? {};
}
