import type { Ctx } from "../context";

/** By the transaction. */
const known = new WeakMap<Ctx["db"], Map<string, Promise<unknown>>>();

/**
 * What many parts of one change ask for, and none of them changes, is read once in its transaction; outside of one each time. Whoever
 * writes it has to `forgetRead` it.
 */
export function readOnce<Value>(ctx: Ctx, name: string, read: () => Promise<Value>): Promise<Value> {
  if (!ctx.db.isTransaction) return read();
  const values = known.get(ctx.db) ?? new Map<string, Promise<unknown>>();
  known.set(ctx.db, values);
  const value = (values.get(name) as Promise<Value> | undefined) ?? read();
  values.set(name, value);
  // A part that failed and was taken back may ask again.
  value.catch(() => values.delete(name));
  return value;
}

export function forgetRead(ctx: Ctx, name: string): void {
  known.get(ctx.db)?.delete(name);
}
