import { type EmbeddedOptions, startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { DatabaseStartError } from "~/platform/database/embedded/start-error.server";

// App for the crash tests of embedded.server.test.ts: bundled and run as a child process. Each output line is
// one JSON value.
function print(value: object): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

const options = JSON.parse(process.argv[2] ?? "{}") as EmbeddedOptions;
const startedAt = performance.now();
try {
  const embedded = await startEmbeddedPostgres({ ...options, log: (log) => print({ log }) });
  const stop = async () => {
    await embedded.stop();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGUSR2", () => {
    throw new Error("This app has an error");
  });
  const { admin, connection, connectionString, adopted } = embedded;
  print({
    ready: { admin, connection, connectionString, adopted, ms: Math.round(performance.now() - startedAt) },
  });
} catch (error) {
  print({ refused: error instanceof DatabaseStartError ? error.message : String(error) });
  process.exitCode = 3;
}
