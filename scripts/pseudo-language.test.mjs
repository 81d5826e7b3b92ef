import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pseudo, pseudoCatalogue } from "./pseudo-language.mjs";

it("keeps placeholders unchanged", () => {
  expect(pseudo("{minutes} ago by {name}")).toMatch(/^⟦\{minutes\} .+ \{name\}⟧$/);
});

it("changes the plural forms and none of the compiler's keywords", () => {
  const forms = {
    declarations: ["input count", "local countPlural = count: plural"],
    selectors: ["countPlural"],
    match: { "countPlural=one": "{count} day", "countPlural=other": "{count} days" },
  };
  const { one } = pseudoCatalogue({ one: [forms] });
  expect(one).toEqual([
    {
      ...forms,
      match: {
        "countPlural=one": pseudo("{count} day"),
        "countPlural=other": pseudo("{count} days"),
      },
    },
  ]);
});

it("accents every Latin letter and makes the catalogue about 40% longer", () => {
  let plain = 0;
  let changed = 0;
  for (const file of readdirSync("messages/en")) {
    for (const text of Object.values(JSON.parse(readFileSync(`messages/en/${file}`, "utf8")))) {
      if (typeof text !== "string") continue;
      const words = pseudo(text).replaceAll(/\{[^}]*\}/g, "");
      expect(words).not.toMatch(/[a-z]/i);
      plain += text.replaceAll(/\{[^}]*\}/g, "").length;
      changed += words.length;
    }
  }
  expect(plain).toBeGreaterThan(30_000);
  expect(changed / plain).toBeGreaterThan(1.38);
  expect(changed / plain).toBeLessThan(1.45);
});
