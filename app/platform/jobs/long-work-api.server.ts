import * as z from "zod/mini";
import { endpoints, get } from "../http/endpoint.server";
import { workLine, workList } from "./long-work";
import { findWork, listWork, type WorkElsewhere } from "./long-work.server";

/** What is done in the background. It is begun by the calls of each kind. `elsewhere`: long work that others keep. */
export const longWorkApi = (elsewhere: readonly WorkElsewhere[]) =>
  endpoints("work", [
    get("/admin/work", {
      may: "office.enter",
      summary: "What is done in the background, and what was done in the last seven days; the latest first",
      description: "Of the kinds that one may start oneself; a hundred at most.",
      answer: workList,
      run: async (ctx) => ({ work: await listWork(ctx, elsewhere) }),
    }),

    get("/admin/work/{id}", {
      may: "office.enter",
      summary: "How far a piece of work in the background is, and what came of it",
      answer: z.object({ work: workLine, result: z.nullable(z.record(z.string(), z.unknown())) }),
      async run(ctx, { id }) {
        const found = await findWork(ctx, id);
        if (found) return { work: found.work, result: found.result };
        const work = (await listWork(ctx, elsewhere)).find((line) => line.id === id);
        return work ? { work, result: null } : null;
      },
    }),
  ]);
