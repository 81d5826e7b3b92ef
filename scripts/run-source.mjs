// Runs a source module without a build and passes the command line arguments to its export `run(args)`. For
// scripts of this folder that need the product's code.
import { runnerImport } from "vite";

const [file, ...args] = process.argv.slice(2);
const { module } = await runnerImport(file, { configFile: false, resolve: { tsconfigPaths: true } });
process.exitCode = await module.run(args);
