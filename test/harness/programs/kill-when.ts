import pg from "pg";

/** Kills this process with SIGKILL at once. */
export function killSelf(): never {
  process.kill(process.pid, "SIGKILL");
  // Blocks until the signal arrives, so that nothing else runs.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/**
 * Makes this process kill itself at a statement: "before <pattern>" or "after <pattern>", matched against the
 * connection's transaction so far, as "begin -> … => <the statement>".
 */
export function killSelfAtStatement(killWhen: string): void {
  const [moment, pattern] = killWhen.split(/ (.*)/s) as [string, string];
  const statement = new RegExp(pattern, "is");
  const done = new WeakMap<pg.Client, string>();
  // The driver's method is overloaded; only its first argument matters here.
  const query = pg.Client.prototype.query as (this: pg.Client, ...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    const text = (typeof first === "string" ? first : (first.text ?? "")).trim();
    const before = /^(begin|start transaction)/i.test(text) ? "" : (done.get(this) ?? "");
    const matches = statement.test(`${before} => ${text}`);
    done.set(this, `${before} -> ${text}`);
    if (matches && moment === "before") killSelf();
    const result = query.apply(this, args);
    if (matches) Promise.resolve(result).then(killSelf);
    return result;
  } as typeof pg.Client.prototype.query;
}
