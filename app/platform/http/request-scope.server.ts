import { AsyncLocalStorage } from "node:async_hooks";

/** Request that the current code serves, for log lines far from the request. */
interface RequestScope {
  method: string;
  path: string;
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
