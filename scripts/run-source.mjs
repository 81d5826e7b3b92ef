// Runs a module of the sources, as it is, and hands it what was typed: `run(args)` is its export. For the programs of this
// folder that need the product's own code without a build.
import { runnerImport } from "vite";

const [file, ...args] = process.argv.slice(2);
const { module } = await runnerImport(file, { configFile: false, resolve: { tsconfigPaths: true } });
process.exitCode = await module.run(args);
