import * as z from "zod/mini";
import { endpoints, get } from "../http/endpoint.server";
import { backgroundJobList, backgroundJobSummary } from "./background-job";
import { type ExternalJobList, findBackgroundJob, listBackgroundJobs } from "./background-jobs.server";
import { countLiveWorkers } from "./worker-heartbeat.server";

/** `externalLists`: jobs stored in other tables. */
export const backgroundJobsApi = (externalLists: readonly ExternalJobList[]) =>
  endpoints("background job", [
    get("/admin/background-jobs", {
      may: "office.enter",
      summary: "Background jobs: unfinished ones and those of the last seven days, newest first",
      description: "Only jobs that the user may start; at most a hundred.",
      answer: backgroundJobList,
      run: async (ctx) => ({ jobs: await listBackgroundJobs(ctx, externalLists) }),
    }),

    get("/admin/worker-status", {
      may: "office.enter",
      summary: "Whether a worker is alive, which sends emails and webhooks and runs background jobs",
      answer: z.object({ alive: z.boolean() }),
      run: async ({ db }) => ({ alive: (await countLiveWorkers(db)) > 0 }),
    }),

    get("/admin/background-jobs/{id}", {
      may: "office.enter",
      summary: "Progress and result of a background job",
      answer: z.object({ job: backgroundJobSummary, result: z.nullable(z.record(z.string(), z.unknown())) }),
      async run(ctx, { id }) {
        const found = await findBackgroundJob(ctx, id);
        if (found) return { job: found.job, result: found.result };
        const job = (await listBackgroundJobs(ctx, externalLists)).find((line) => line.id === id);
        return job ? { job, result: null } : null;
      },
    }),
  ]);
