/** First line of a migration whose statements run one by one, each in its own transaction. They must be repeatable. */
const WITHOUT_TRANSACTION = "-- transaction: none";

export function isWithoutTransaction(text: string): boolean {
  return text.split(/\r?\n/, 1)[0]?.trim() === WITHOUT_TRANSACTION;
}

/** Dollar-quoted text, string, quoted name, comment, end of a statement, anything else. */
const TOKENS = /(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|;|[\s\S]/g;

/** Statements of a migration without comments. */
export function splitStatements(text: string): string[] {
  const statements = [""];
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === ";") statements.push("");
    else if (!/^(--|\/\*)/.test(token)) statements.push(`${statements.pop()}${token}`);
  }
  return statements.map((statement) => statement.trim()).filter((statement) => statement !== "");
}

/** True if no request waits while the statement waits for a lock. */
export function waitsWithoutBlocking(statement: string): boolean {
  return /^(CREATE (UNIQUE )?INDEX CONCURRENTLY|DROP INDEX CONCURRENTLY|ALTER TABLE \w+ VALIDATE CONSTRAINT)\b/i.test(
    statement,
  );
}
