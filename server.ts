import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { boot } from "./app/boot.server";
import { runBackupCommand } from "./app/features/backups/command-line.server";
import { createHttp } from "./app/http.server";
import { pages } from "./app/pages.server";
import { type Config, ConfigError, loadConfig } from "./app/platform/config.server";

/** `backup` and `restore` are commands of their own. Production start: configuration, database, migrations, worker, listen; on SIGTERM or SIGINT a graceful stop. */
async function main(): Promise<void> {
  const [command = "", ...args] = process.argv.slice(2);
  if (command === "backup" || command === "restore") {
    process.exit(await runBackupCommand(command, args, process.env));
  }
  const config = loadConfig(process.env);
  const running = await boot(config);
  let server: ServerType | null = null;
  if (config.role !== "worker") {
    try {
      server = await listen(createHttp(running, pages, "build/client").fetch, config);
    } catch (error) {
      await running.close();
      throw error;
    }
    console.log(`Ready: ${config.publicUrl}`);
  }

  let stopping = false;
  async function stop() {
    if (stopping) return;
    stopping = true;
    // Live connections never end by themselves: close them first, then let requests under way finish.
    running.live.close();
    if (server) await closeServer(server);
    await running.close();
    process.exit(0);
  }
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Throws a ConfigError when the address cannot be had. */
async function listen(
  fetch: Parameters<typeof createAdaptorServer>[0]["fetch"],
  { port, host }: Config,
): Promise<ServerType> {
  const server = createAdaptorServer({ fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new ConfigError(`PORT: cannot listen on ${host}:${port} (${error.message})`)),
    );
    server.listen(port, host, resolve);
  });
  return server;
}

/** A live stream's connection is idle only after the stream has ended; kept alive, it would bring the next request. */
async function closeServer(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => "closeIdleConnections" in server && server.closeIdleConnections(), 100);
  await closed;
  clearInterval(sweep);
}

main().catch((error) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
