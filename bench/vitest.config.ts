import { defineConfig } from "vitest/config";
import base from "../vitest.config";

/** Benchmarks are run manually with `npm run bench`; none asserts a time. */
export default defineConfig({
  ...base,
  root: new URL("..", import.meta.url).pathname,
  test: { ...base.test, projects: undefined, include: ["bench/**/*.bench.ts"] },
});
