import { defineConfig } from "vitest/config";
import base from "../vitest.config";

/** Benchmarks are run manually with `npm run bench`; none asserts a time. */
export default defineConfig({
  ...base,
  root: new URL("..", import.meta.url).pathname,
  // One at a time, because each measures.
  test: { ...base.test, projects: undefined, maxWorkers: 1, include: ["bench/**/*.bench.ts"] },
});
