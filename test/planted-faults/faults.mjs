import { browserFaults } from "./browser-faults.mjs";
import { serverFaults } from "./server-faults.mjs";

/**
 * Faults of the kind that a developer would make, each with the tests that catch it. scripts/planted-faults.mjs
 * plants them. Run the faults whose tests a change removes or shortens.
 *
 * @typedef {object} Fault
 * @property {string} description
 * @property {string} file
 * @property {string} search text that occurs exactly once in the file
 * @property {string} replace
 * @property {string[]} tests that must fail: a file, or "file › part of the title"
 */

/** Numbered from 1 in this order. */
export const faults = [...serverFaults, ...browserFaults];

/**
 * @param {string} source
 * @param {Fault} fault
 */
export function plantFault(source, { description, file, search, replace }) {
  const [before, after, ...more] = source.split(search);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`"${description}" no longer matches ${file} exactly once`);
  return before + replace + after;
}

/** @param {string} test */
export function parseTest(test) {
  const [file = "", title = ""] = test.split(" › ");
  return { file, title };
}
