import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { beginWork, type Doing, findWork } from "~/platform/long-work.server";
import { importCustomers } from "./import-customers.server";

/** Has a list tried in the background: nothing is kept of it yet. */
export const tryCustomerList = command(
  "customers.manage",
  async (ctx, { name, csv }: { name: string; csv: string }) => {
    const id = await beginWork(ctx, { kind: "customer-import", about: name, input: { csv, dryRun: true } });
    return { ok: true, id };
  },
);

/** Has a list imported that was tried, and had nothing wrong. */
export const importTriedList = command("customers.manage", async (ctx, triedId: string) => {
  const tried = await findWork(ctx, triedId);
  if (tried?.work.kind !== "customer-import") return refuse("not-found");
  const { input, result, work } = tried;
  const counts = result?.counts as Record<string, number> | undefined;
  if (work.state !== "done" || !input.dryRun || counts?.wrong !== 0) return refuse("import-not-ready");
  const id = await beginWork(ctx, {
    kind: "customer-import",
    about: work.about,
    input: { csv: input.csv, dryRun: false },
  });
  return { ok: true, id };
});

/** What of it is done in the background. */
export const customerImport: Doing = {
  async run(ctx, { csv, dryRun }, { progress }) {
    const done = await importCustomers(ctx, { csv: String(csv), dryRun: dryRun === true }, progress);
    if (!done.ok) return done;
    const { ok: _, ...result } = done;
    return result;
  },
};
