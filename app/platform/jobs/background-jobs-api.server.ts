import * as z from "zod/mini";
import { endpoints, get } from "../http/endpoint.server";
import { backgroundJobList, backgroundJobSummary } from "./background-job";
import { type ExternalJobList, findBackgroundJob, listBackgroundJobs } from "./background-jobs.server";

/** `externalLists`: jobs kept in other tables. */
export const backgroundJobsApi = (externalLists: readonly ExternalJobList[]) =>
  endpoints("background job", [
    get("/admin/background-jobs", {
      may: "office.enter",
      summary: "What is done in the background, and what was done in the last seven days; the latest first",
      description: "Of the kinds that one may start oneself; a hundred at most.",
      answer: backgroundJobList,
      run: async (ctx) => ({ jobs: await listBackgroundJobs(ctx, externalLists) }),
    }),

    get("/admin/background-jobs/{id}", {
      may: "office.enter",
      summary: "How far a piece of work in the background is, and what came of it",
      answer: z.object({ job: backgroundJobSummary, result: z.nullable(z.record(z.string(), z.unknown())) }),
      async run(ctx, { id }) {
        const found = await findBackgroundJob(ctx, id);
        if (found) return { job: found.job, result: found.result };
        const job = (await listBackgroundJobs(ctx, externalLists)).find((line) => line.id === id);
        return job ? { job, result: null } : null;
      },
    }),
  ]);
