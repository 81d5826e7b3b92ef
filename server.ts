import { runBackupCommand } from "./app/features/backups/command-line.server";
import { pages } from "./app/server/pages.server";
import { start } from "./app/server/serve.server";

/** Production. `backup` and `restore` are commands of their own. */
async function main(): Promise<void> {
  const [command = "", ...args] = process.argv.slice(2);
  if (command === "backup" || command === "restore") {
    process.exit(await runBackupCommand(command, args, process.env));
  }
  await start(process.env, pages, "build/client");
}

// Not awaited here: what is loaded later imports from this file, and would wait for it.
main().catch((error) => {
  console.error(error);
  process.exit(1);
});
