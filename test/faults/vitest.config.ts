import { defineConfig } from "vitest/config";
import base from "../../vitest.config";

/**
 * Full length of the fault tests of this folder, the random model tests, the hostile requests and pictures,
 * the database and process tests and the longest lists: `npm run test:faults`. `npm test` runs them short.
 */
export default defineConfig({
  ...base,
  root: new URL("../..", import.meta.url).pathname,
  test: {
    ...base.test,
    include: [
      "test/faults/**/*.test.ts",
      "app/**/*-model.test.?s",
      "app/hostile.test.ts",
      "app/features/operations/bookings/api/unconfirmed-holds.test.ts",
      "app/features/operations/imports/*.test.ts",
      "app/platform/database/embedded/embedded.server.test.ts",
      "app/platform/files/hostile-pictures.test.ts",
    ],
  },
});
