import ts from "typescript";

/**
 * Finds text that a browser's translator would take away from React (docs/decisions/0091-translated-pages.md).
 *
 * The translator replaces each text node by `<font>`. React then fails to remove such a text, or to insert an element
 * before it. Text that is the only child of its element is safe, because React replaces the element's content.
 */

interface Child {
  node: ts.Node;
  /** Part of the content is a text node beside other nodes. */
  isText: boolean;
  /** Present at times only, or in varying number. */
  isConditional: boolean;
  /** The text may change while the page is open. React would update the text node that the translator took away. */
  isChanging: boolean;
}

/** Facts about components, from all files. */
export interface ComponentFacts {
  /** May render nothing, one of several elements, a list or other components' children. */
  unstable: ReadonlySet<string>;
  /** Render their children beside other nodes. */
  mixing: ReadonlySet<string>;
  /** Properties of the type ReactNode in all files that declare them. */
  slots: ReadonlySet<string>;
  /** Slots that a component renders beside other nodes. */
  mixedSlots: ReadonlySet<string>;
}

/** Names in a file. */
interface Names {
  /** Elements, lists of them, or slots of the type ReactNode; never text of their own. */
  nodes: ReadonlySet<string>;
  /** Optional or nullable. */
  optional: ReadonlySet<string>;
}

/** Calls that return elements, or lists of them. */
const NODE_CALLS = /^(map|flatMap|from|children|createPortal)$/;

/** Names of the file that is read. */
let names: Names = { nodes: new Set(), optional: new Set() };

/** One line for each place: position and reason. */
export function findLooseText(
  file: string,
  text: string,
  { unstable, mixing, slots, mixedSlots }: ComponentFacts,
): string[] {
  const source = parse(file, text);
  const { nodes, optional } = listNames(source);
  names = { nodes: new Set([...nodes, ...slots]), optional };
  const found: string[] = [];
  const report = (node: ts.Node, reason: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${file}:${line + 1} ${reason}`);
  };

  function visit(node: ts.Node): void {
    if (ts.isJsxElement(node)) {
      const children = childrenOf(node, unstable);
      checkChildren(children, isListed(node, mixing));
    }
    if (ts.isJsxFragment(node) && !isFlattened(node)) {
      const children = childrenOf(node, unstable);
      const loose = children.find(({ isText }) => isText);
      if (loose && isRemovable(node)) report(loose.node, "text in a fragment that may be removed");
      else checkChildren(children);
    }
    if (ts.isJsxAttribute(node) && mixedSlots.has(node.name.getText())) {
      const { initializer } = node;
      const value = initializer && ts.isJsxExpression(initializer) && initializer.expression;
      if (value) checkChildren([childOf(value)], true);
    }
    if (isComponent(node)) {
      for (const returned of returnedBy(node))
        for (const leaf of leavesOf(returned))
          if (isTextLeaf(leaf) && !isElement(leaf)) report(leaf, "text returned by a component");
    }
    ts.forEachChild(node, visit);
  }

  function checkChildren(children: Child[], hasOtherSiblings = false): void {
    if (children.length < 2 && !hasOtherSiblings) return;
    const texts = children.filter(({ isText }) => isText);
    const conditional = texts.find(({ isConditional }) => isConditional);
    const changing = texts.filter(({ isChanging }) => isChanging);
    if (conditional) report(conditional.node, "conditional text beside a sibling");
    else if (changing.length > 0)
      for (const { node } of changing) report(node, "changing text beside a sibling");
    else if (texts[0] && children.some(({ isConditional }) => isConditional))
      report(texts[0].node, "text beside a conditional sibling");
  }

  visit(source);
  return found;
}

export function listComponentFacts(files: readonly { file: string; text: string }[]): ComponentFacts {
  const returns = new Map<string, ts.Expression[]>();
  const unstable = new Set<string>();
  const mixing = new Set<string>();
  const [slots, others, mixed] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const { file, text } of files) {
    const visit = (node: ts.Node): void => {
      if (isComponent(node)) {
        const name = keyOf(node, nameOf(node));
        returns.set(name, [...(returns.get(name) ?? []), ...returnedBy(node)]);
        if (mixesChildren(node)) mixing.add(name);
      }
      if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
        const children = childrenOf(node, new Set());
        if (children.length > 1)
          for (const child of children) mixed.add(lastName(child.node as ts.Expression));
      }
      if (ts.isPropertySignature(node)) (isSlot(node) ? slots : others).add(node.name.getText());
      if (ts.isVariableDeclaration(node) && node.initializer && ts.isCallExpression(node.initializer)) {
        const callee = node.initializer.expression.getText();
        if (/^(lazy|lazyIsland|lazyPart)$/.test(callee)) unstable.add(keyOf(node, node.name.getText()));
      }
      ts.forEachChild(node, visit);
    };
    visit(parse(file, text));
  }
  const rendersUnstable = (leaf: ts.Expression): boolean => {
    if (ts.isJsxFragment(leaf))
      return childrenOf(leaf, unstable).some(({ isConditional, isText }) => isConditional || isText);
    if (ts.isJsxElement(leaf) || ts.isJsxSelfClosingElement(leaf)) return isListed(leaf, unstable);
    return true;
  };
  /** React updates an element of the same type in place, and replaces one of another type. */
  const isUnstable = (leaves: ts.Expression[]) =>
    leaves.length === 0 || leaves.some(rendersUnstable) || new Set(leaves.map(tagOf)).size > 1;
  for (let before = -1; before !== unstable.size; ) {
    before = unstable.size;
    for (const [name, returned] of returns) if (isUnstable(returned.flatMap(leavesOf))) unstable.add(name);
  }
  const nodeSlots = slots.difference(others);
  return { unstable, mixing, slots: nodeSlots, mixedSlots: nodeSlots.intersection(mixed) };
}

/** Exported components are known by name, others by file and name, because files share names such as Heading. */
function keyOf(node: ts.Node, name: string): string {
  const { fileName, text } = node.getSourceFile();
  const isExported = new RegExp(`^export (default )?(function|const) ${name}\\b`, "m").test(text);
  return isExported ? name : `${fileName}:${name}`;
}

function isListed(element: ts.Node, components: ReadonlySet<string>): boolean {
  const tag = tagOf(element);
  const { fileName, text } = element.getSourceFile();
  if (components.has(`${fileName}:${tag}`)) return true;
  if (!components.has(tag)) return false;
  const isAnother = new RegExp(`^(import ${tag} from "lucide|function ${tag}\\b|const ${tag} =)`, "m").test(
    text,
  );
  return !isAnother;
}

function isSlot({ type }: ts.PropertySignature | ts.ParameterDeclaration): boolean {
  return /React(Node|Element)/.test(type?.getText() ?? "");
}

/** True if `{children}` has siblings in its element. */
function mixesChildren(component: ts.Node): boolean {
  let found = false;
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && isHost(node)) {
      const children = childrenOf(node, new Set());
      if (children.length > 1 && children.some((child) => child.node.getText() === "children")) found = true;
    }
    ts.forEachChild(node, visit);
  };
  visit(component);
  return found;
}

function isHost(element: ts.JsxElement): boolean {
  return /^[a-z]/.test(tagOf(element));
}

function listNames(source: ts.SourceFile): Names {
  const nodes = new Set(["children"]);
  const optional = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isPropertySignature(node) || ts.isParameter(node)) {
      const name = node.name.getText();
      const type = node.type?.getText() ?? "";
      if (isSlot(node)) nodes.add(name);
      else if (node.questionToken || /\| (null|undefined)\b/.test(type)) optional.add(name);
    }
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const { initializer } = node;
      const values = ts.isArrowFunction(initializer) ? returnedBy(initializer) : [initializer];
      if (areElements(values)) nodes.add(node.name.getText());
    }
    if (ts.isFunctionDeclaration(node) && node.name && areElements(returnedBy(node)))
      nodes.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { nodes, optional };
}

function areElements(values: ts.Expression[]): boolean {
  const leaves = values.flatMap(leavesOf);
  return leaves.some(isElement) && leaves.every((leaf) => isElement(leaf) || isNothing(leaf));
}

const parsed = new Map<string, ts.SourceFile>();

/** Components are parsed once for all tests of a worker, because it takes seconds. */
export function parse(file: string, text: string): ts.SourceFile {
  let source = parsed.get(file);
  if (source?.text !== text) {
    source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    parsed.set(file, source);
  }
  return source;
}

function childrenOf(parent: ts.JsxElement | ts.JsxFragment, unstable: ReadonlySet<string>): Child[] {
  return parent.children.flatMap((node): Child[] => {
    if (ts.isJsxText(node)) {
      // React drops line breaks between elements.
      const isDropped = node.text.trim() === "" && node.text.includes("\n");
      return isDropped ? [] : [{ node, isText: true, isConditional: false, isChanging: false }];
    }
    if (ts.isJsxFragment(node)) return childrenOf(node, unstable);
    if (ts.isJsxExpression(node)) return node.expression ? [childOf(node.expression)] : [];
    const isConditional = isListed(node, unstable) || hasKey(node);
    return [{ node, isText: false, isConditional, isChanging: false }];
  });
}

/** A new key replaces the element. */
function hasKey(node: ts.JsxElement | ts.JsxSelfClosingElement): boolean {
  return keyOfElement(node) !== undefined;
}

function keyOfElement(node: ts.JsxElement | ts.JsxSelfClosingElement): string | undefined {
  const { attributes } = ts.isJsxElement(node) ? node.openingElement : node;
  const key = attributes.properties.find((attribute) => attribute.name?.getText() === "key");
  return key && ts.isJsxAttribute(key) ? key.initializer?.getText() : undefined;
}

function childOf(expression: ts.Expression): Child {
  const leaves = leavesOf(expression);
  const isList = leaves.some((leaf) => isNode(leaf) && !isElement(leaf));
  return {
    node: expression,
    isText: leaves.some((leaf) => isTextLeaf(leaf)),
    isConditional: leaves.length > 1 || isList || leaves.some((leaf) => names.optional.has(lastName(leaf))),
    isChanging: leaves.some((leaf) => isTextLeaf(leaf) && !isFixed(leaf)) && !isKeyOfAncestor(expression),
  };
}

/** React replaces an element whose key changes together with the text. */
function isKeyOfAncestor(text: ts.Expression): boolean {
  for (let node: ts.Node = text.parent; node && !ts.isFunctionLike(node); node = node.parent) {
    if (ts.isJsxElement(node) && keyOfElement(node) === `{${text.getText()}}`) return true;
  }
  return false;
}

/** A literal, or a message without values. */
function isFixed(leaf: ts.Expression): boolean {
  if (ts.isStringLiteralLike(leaf) || ts.isNumericLiteral(leaf) || ts.isJsxFragment(leaf)) return true;
  return (
    ts.isCallExpression(leaf) && leaf.arguments.length === 0 && /^m\.\w+$/.test(leaf.expression.getText())
  );
}

/** Values that an expression can have: branches of conditions. */
function leavesOf(expression: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(expression) || ts.isNonNullExpression(expression))
    return leavesOf(expression.expression);
  if (ts.isAsExpression(expression) || ts.isSatisfiesExpression(expression))
    return leavesOf(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...leavesOf(expression.whenTrue), ...leavesOf(expression.whenFalse)];
  if (ts.isBinaryExpression(expression)) {
    const { operatorToken, left, right } = expression;
    if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return [ts.factory.createNull() as ts.Expression, ...leavesOf(right)];
    if ([ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(operatorToken.kind))
      return [...leavesOf(left), ...leavesOf(right)];
  }
  return [expression];
}

function isTextLeaf(leaf: ts.Expression): boolean {
  if (ts.isJsxFragment(leaf)) return childrenOf(leaf, new Set()).some(({ isText }) => isText);
  return !isNothing(leaf) && !isElement(leaf) && !isNode(leaf);
}

function isNothing(leaf: ts.Expression): boolean {
  return (
    [ts.SyntaxKind.NullKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.TrueKeyword].includes(leaf.kind) ||
    (ts.isIdentifier(leaf) && leaf.text === "undefined")
  );
}

function isElement(leaf: ts.Node): boolean {
  return ts.isJsxElement(leaf) || ts.isJsxSelfClosingElement(leaf) || ts.isJsxFragment(leaf);
}

/** Elements of unknown number: children, lists. */
function isNode(leaf: ts.Expression): boolean {
  if (!ts.isCallExpression(leaf)) return names.nodes.has(lastName(leaf));
  const called = lastName(leaf.expression);
  return NODE_CALLS.test(called) || names.nodes.has(called);
}

function lastName(expression: ts.Expression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : "";
}

/** A fragment directly in JSX, whose children count as children of its parent. */
function isFlattened({ parent }: ts.JsxFragment): boolean {
  return ts.isJsxElement(parent) || ts.isJsxFragment(parent);
}

/** Part of a condition, or returned by a component that may be conditional. */
function isRemovable(fragment: ts.JsxFragment): boolean {
  for (let node: ts.Node = fragment; ; node = node.parent) {
    const { parent } = node;
    if (ts.isConditionalExpression(parent) || ts.isBinaryExpression(parent)) return true;
    if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) return true;
    if (!ts.isParenthesizedExpression(parent)) return false;
  }
}

type Component = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

function isComponent(node: ts.Node): node is Component {
  if (!ts.isFunctionDeclaration(node) && !ts.isArrowFunction(node) && !ts.isFunctionExpression(node))
    return false;
  return /^[A-Z]/.test(nameOf(node));
}

function nameOf(node: Component): string {
  if (node.name) return node.name.text;
  return ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : "";
}

function returnedBy({ body }: Component): ts.Expression[] {
  if (!body) return [];
  if (!ts.isBlock(body)) return [body];
  const returned: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isReturnStatement(node) && node.expression) returned.push(node.expression);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(body, visit);
  return returned;
}

function tagOf(node: ts.Node): string {
  if (ts.isJsxElement(node)) return node.openingElement.tagName.getText();
  return ts.isJsxSelfClosingElement(node) ? node.tagName.getText() : "";
}
