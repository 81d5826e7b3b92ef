import type pg from "pg";
import { isOutdatedStatement } from "./transaction.server";

/** Statements that a connection keeps. Each takes about 50 KB of its server process. */
const MAX_KEPT = 200;

/** Names by text, the same for all connections. */
let names = new Map<string, string>();
let given = 0;

function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    given += 1;
    name = `statement_${given}`;
    names.set(text, name);
  }
  return name;
}

function isInTransaction(client: pg.ClientBase): boolean {
  return client.getTransactionStatus() === "T";
}

/**
 * Prepares statements of transactions once per connection, because parsing and planning them each time takes a quarter
 * of the server's work. Not lists, whose best plan depends on the values. Not through a pooler, where the next
 * statement may reach another connection of the server (docs/decisions/0140-prepared-statements.md).
 */
export function nameStatements(client: pg.ClientBase, isNamed = isInTransaction): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown;
  const kept = new Set<string>();
  Object.assign(client, {
    query(text: unknown, values: unknown, ...others: unknown[]) {
      // A text without values may have several statements.
      if (typeof text !== "string" || !Array.isArray(values) || values.length === 0 || !isNamed(client))
        return send(text, values, ...others);
      const name = nameOf(text);
      if (!kept.has(name) && kept.size === MAX_KEPT) return send(text, values, ...others);
      kept.add(name);
      const result = send({ name, text, values }, ...others);
      if (result instanceof Promise)
        result.catch((error) => {
          // With new names all are prepared again.
          if (isOutdatedStatement(error)) names = new Map();
        });
      return result;
    },
  });
}
