import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { requestShared, serveShared, socketFolder } from "../shared-resources";
import type { ServerKind, StartedServer, TemplateServer, TestServer } from "./database-servers";

declare module "vitest" {
  interface ProvidedContext {
    /** Socket that answers "embedded" or "external", or either with " company", with a TemplateServer. */
    databaseServers: string;
  }
}

/**
 * One server of each kind per run, started when the first test needs it, so that rules do not wait. With
 * STANDING_SERVERS the run uses the servers that stay up between runs (standing-servers.ts).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(socketFolder(), "test-database-"));
  const socketPath = join(folder, "servers.sock");
  const started: Promise<StartedServer>[] = [];
  const servers = new Map<string, Promise<TestServer>>();
  let release = () => {};

  async function find(kind: ServerKind): Promise<TestServer> {
    if (process.env.STANDING_SERVERS) {
      const { connectStandingServer } = await import("./standing-servers");
      const standing = await connectStandingServer(kind);
      release = standing.release;
      return standing.server;
    }
    const { startServer } = await import("./database-servers");
    const server = startServer(kind, folder);
    started.push(server);
    return await server;
  }

  async function createTemplate(name: string): Promise<TemplateServer> {
    const { withTemplate, withCompanyTemplate } = await import("./database-servers");
    const [kind = "", company] = name.split(" ");
    if (company) return withCompanyTemplate(await requestShared<TemplateServer>(socketPath, kind));
    if (!servers.has(kind)) servers.set(kind, find(kind as ServerKind));
    return withTemplate(await servers.get(kind)!);
  }

  const { resources, close } = await serveShared(socketPath, createTemplate);
  project.provide("databaseServers", socketPath);
  // The migrations may have changed.
  project.onTestsRerun(async () => resources.clear());
  return async () => {
    close();
    release();
    for (const server of started) await server.then(({ stop }) => stop()).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
}
