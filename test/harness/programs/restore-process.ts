import { runBackupCommand } from "~/features/people/backups/command-line.server";

// `npm run restore` for test/faults/restore-signal.test.ts, which ends it with a signal.
process.exitCode = await runBackupCommand("restore", process.argv.slice(2), process.env);
