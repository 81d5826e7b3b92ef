import { runBackupCommand } from "./app/features/people/backups/command-line.server";
import { pages } from "./app/server/pages.server";
import { start } from "./app/server/serve.server";

/** Production entry point. The arguments `backup` and `restore` run a command instead of the server. */
async function main(): Promise<void> {
  const [command = "", ...args] = process.argv.slice(2);
  if (command === "backup" || command === "restore") {
    // Until the command ends: otherwise a promise that never settles would end the process with 0.
    process.exitCode = 1;
    process.exit(await runBackupCommand(command, args, process.env));
  }
  await start(process.env, pages, "build/client");
}

// Not awaited, because modules that are loaded later import this file and would wait for it forever.
main().catch((error) => {
  console.error(error);
  process.exit(1);
});
