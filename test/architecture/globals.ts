/** Finds names that a source uses without declaring them: its globals. */
import { isNode, type Node, type Source, visit } from "./source.ts";

/** Every free name of a source, with `Date.now`, `new Date()` and `Math.random` as names of their own. */
export function globalsOf(source: Source): Set<string> {
  const declared = new Set<string>();
  const used = new Set<string>();
  visit(source.program, (node, parent, key) => {
    if (node.type === "Identifier" && typeof node.name === "string") {
      if (isDeclaration(parent, key)) declared.add(node.name);
      else if (isValueUse(parent, key)) used.add(node.name);
    }
    if (isCallOf(node, "Date", "now")) used.add("Date.now");
    if (isCallOf(node, "Math", "random")) used.add("Math.random");
    if (isClockRead(node)) used.add("new Date()");
  });
  return new Set([...used].filter((name) => !declared.has(name)));
}

const DECLARING: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ArrowFunctionExpression: ["params"],
  ClassDeclaration: ["id"],
  ImportSpecifier: ["local"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
  CatchClause: ["param"],
  ArrayPattern: ["elements"],
  RestElement: ["argument"],
  AssignmentPattern: ["left"],
};

function isDeclaration(parent: Node | null, key: string): boolean {
  if (!parent) return false;
  if (DECLARING[parent.type]?.includes(key)) return true;
  return parent.type === "Property" && key === "value" && parent.shorthand === true;
}

function isValueUse(parent: Node | null, key: string): boolean {
  if (!parent) return true;
  if (
    parent.type.startsWith("TS") &&
    parent.type !== "TSAsExpression" &&
    parent.type !== "TSSatisfiesExpression"
  )
    return false;
  if ((parent.type === "MemberExpression" || parent.type === "StaticMemberExpression") && key === "property")
    return parent.computed === true;
  return !((parent.type === "Property" || parent.type.endsWith("Definition")) && key === "key");
}

function isCallOf(node: Node, object: string, property: string): boolean {
  if (node.type !== "MemberExpression" || !isNode(node.object) || !isNode(node.property)) return false;
  return node.object.name === object && node.property.name === property;
}

/** `new Date()` and `Date()` read a clock; `new Date(value)` only converts. */
function isClockRead(node: Node): boolean {
  if (node.type !== "NewExpression" && node.type !== "CallExpression") return false;
  if (!isNode(node.callee) || node.callee.type !== "Identifier" || node.callee.name !== "Date") return false;
  return node.type === "CallExpression" || (Array.isArray(node.arguments) && node.arguments.length === 0);
}
