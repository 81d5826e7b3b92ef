import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findLooseText, listComponentFacts } from "./loose-text";

const ROOT = join(import.meta.dirname, "../..");

const files = globSync("app/**/*.tsx", { cwd: ROOT })
  .filter((file) => !/paraglide|\.test\.|\.server\./.test(file))
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), "utf8") }));

it("puts text that changes, may be missing, or stands beside conditional siblings into own elements", () => {
  expect(files.length).toBeGreaterThan(300);
  const facts = listComponentFacts(files);
  expect(files.flatMap(({ file, text }) => findLooseText(file, text, facts))).toEqual([]);
});

describe("rule against loose text", () => {
  const facts = {
    ...{ unstable: new Set(["Badge"]), mixing: new Set(["Fact"]), slots: new Set(["content"]) },
    mixedSlots: new Set(["note"]),
  };
  const props = "interface Props { title: string; hint?: string; note: string | null; slot: ReactNode }";
  const find = (jsx: string) => findLooseText("a.tsx", `${props} function A() { return ${jsx}; }`, facts);

  it.each([
    "<p>{busy && <Icon />} text</p>",
    "<p>text {busy && <b>x</b>}</p>",
    "<p>{busy && <Icon />}{m.common_send()}</p>",
    "<p>{m.common_send()}{busy ? <Icon /> : null}</p>",
    "<Button>{busy && <Icon />}{busy ? m.a_b() : m.a_c()}</Button>",
    '<p><Icon />{busy ? "a" : "b"}</p>',
    '<p>{busy && "a"} <b>x</b></p>',
    "<p>{hint}<b>x</b></p>",
    "<p>{record.note}<b>x</b></p>",
    "<Fact>{busy && m.a_b()}</Fact>",
    "<p>text {slot}</p>",
    "<p><Icon />{busy && m.common_send()}</p>",
    "<p>{busy && m.a_b()}{late && m.a_c()}</p>",
    "<p>{label} {optional && <i>x</i>}</p>",
    "<p>{label ?? m.a_b()} <i>x</i></p>",
    "<p>{label || fallbackText} <i>x</i></p>",
    "<p>{busy ? `a` : null}<i>x</i></p>",
    "<p>{busy ? <b>x</b> : 5}<i>x</i></p>",
    "<p>{rows.map((row) => <b>{row}</b>)} text</p>",
    "<p>text {children}</p>",
    "<p><Badge /> text</p>",
    "<p>{busy && <b>x</b>}{' '}<i>x</i></p>",
    "<p>{busy ? <b>x</b> : <i>x</i>} text</p>",
    "<p><b key={id}>x</b> text</p>",
    "<p>{busy && <b>x</b>} <i>x</i></p>",
    "<p>{(busy as boolean) && (<b>x</b>)}{m.a_b()!}</p>",
    "<p>{busy && <>a <b>x</b></>}</p>",
    "<p>{busy ? <>a</> : <i>x</i>}</p>",
    "<p><>{busy && <b>x</b>}</>text</p>",
    "<>text</>",
    "<>{m.a_b()} <b>x</b></>",
    "m.a_b()",
    "busy ? m.a_b() : <b>x</b>",
    "<Field label={busy ? <>a <b>x</b></> : null} />",
    "<p>{title}<b>x</b></p>",
    "<p>text {price}</p>",
    "<p>{price + unit} <b>x</b></p>",
    "<p>{m.a_b({ count })} <b>x</b></p>",
    "<p>{formatTime(startsAt)}<Icon /></p>",
    "<p>{shortLabel()} text</p>",
    "<><b>x</b>{count}</>",
    "<Fact>{title}</Fact>",
    "<Row note={title} />",
    '<Row note={busy && "text"} />',
  ])("refuses %s", (jsx) => {
    expect(find(jsx)).toHaveLength(1);
  });

  it.each([
    "<p>text</p>",
    "<p>{busy ? m.a_b() : m.a_c()}</p>",
    '<p>{busy && "a"}</p>',
    "<p>{busy ? m.a_b() : <b>x</b>}</p>",
    "<p>text <b>x</b> text {m.a_b()}</p>",
    "<Button><Icon />{m.a_b()}</Button>",
    "<Button>{busy && <Icon />}<span>{busy ? m.a_b() : m.a_c()}</span></Button>",
    "<p>{busy && <b>x</b>}{late && <i>y</i>}</p>",
    "<ul>{rows.map((row) => <li key={row}>{row}</li>)}</ul>",
    "<div><h1>x</h1>{children}</div>",
    "<div>\n  <Badge />\n  <p>text</p>\n</div>",
    "<Field label={<>text <b>x</b></>} />",
    "<p>{/* note */}{m.a_b()}</p>",
    "<p>text <span>{price}</span></p>",
    "<p>{price + unit}</p>",
    "<ul>{names.map((name) => <li key={name}><h3><Icon />{name}</h3></li>)}</ul>",
    "<Fact><span>{title}</span></Fact>",
    "<Row note={<b>{title}</b>} />",
    "<Row note={m.a_b()} />",
    "<Row other={title} />",
    "<p>{hint}</p>",
    "<div>{hit.content}{busy && <b>x</b>}</div>",
    "<div><b>x</b>{slot}</div>",
    "null",
    "children",
  ])("accepts %s", (jsx) => {
    expect(find(jsx)).toEqual([]);
  });

  it("finds components that may render nothing or another element, at any depth", () => {
    const text = `
export function Badge() { return isShown && <b>x</b>; }
export function Outer() { if (a) return <i>x</i>; return <Badge />; }
export const Never = () => null;
export const Part = lazyPart(load);
export function Solid() { return <b>{x && <i>x</i>}</b>; }
export function Pair() { return <><Badge />{x && <b>x</b>}</>; }
export function Either() { if (a) return <i>x</i>; return <b>x</b>; }
export function Same() { return a ? <b>x</b> : <b>y</b>; }
    `;
    const { unstable } = listComponentFacts([{ file: "a.tsx", text }]);
    expect([...unstable].sort()).toEqual(["Badge", "Either", "Never", "Outer", "Pair", "Part"]);
  });

  it("finds components that render their children beside other nodes", () => {
    const text = `
export function Fact({ icon, children }) { return <li>{icon}{children}</li>; }
export function Box({ children }) { return <div>{children}</div>; }
    `;
    expect([...listComponentFacts([{ file: "a.tsx", text }]).mixing]).toEqual(["Fact"]);
  });
});
