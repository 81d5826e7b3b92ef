import { expect, it, vi } from "vitest";
import { createDatabase } from "../database/database.server";
import { createAuth } from "./auth.server";

it("logs errors of the sign-in library as JSON lines without personal data", async () => {
  const written: string[] = [];
  const keep = (text: unknown) => Boolean(written.push(String(text)));
  const spies = [
    vi.spyOn(process.stderr, "write").mockImplementation(keep),
    vi.spyOn(console, "error").mockImplementation(keep),
  ];
  const config = { publicUrl: "http://localhost:3000", secret: "a secret of at least 32 characters" };
  // Every query fails, because this database does not exist.
  const database = createDatabase({ connectionString: "postgres://nobody@127.0.0.1:1/nothing" });
  try {
    const auth = createAuth(config, database.db);
    const context = await auth.$context;
    context.logger.error("Could not sign in aisha@example.com");
    await auth
      .handler(
        new Request("http://localhost:3000/api/auth/sign-in/email", {
          method: "POST",
          headers: { "Content-Type": "application/json", Origin: "http://localhost:3000" },
          body: JSON.stringify({ email: "aisha@example.com", password: "wrong password" }),
        }),
      )
      .catch(() => null);
  } finally {
    for (const spy of spies) spy.mockRestore();
    await database.close();
  }
  expect(written.length).toBeGreaterThan(1);
  for (const line of written) expect(JSON.parse(line)).toMatchObject({ level: "error" });
  expect(JSON.parse(written[0]!).message).toBe("Could not sign in [email]");
  expect(written.join("")).not.toContain("aisha");
});
