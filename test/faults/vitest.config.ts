import { defineConfig } from "vitest/config";
import base from "../../vitest.config";

/** The proofs of this folder, random lives against models, and hostile requests, at their full length: `npm run test:faults`. `npm test` runs them short. */
export default defineConfig({
  ...base,
  root: new URL("../..", import.meta.url).pathname,
  test: {
    ...base.test,
    include: ["test/faults/**/*.test.ts", "app/**/*-model.test.?s", "app/hostile.test.ts"],
  },
});
