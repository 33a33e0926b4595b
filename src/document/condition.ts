/**
 * Conditions: JavaScript expressions over the claims of a visitor, parsed by a JavaScript parser
 * and evaluated by this module. Only the forms in this module are supported, so a stored condition
 * cannot call, construct, assign or loop: each part is evaluated at most once.
 */
import type { CallExpression, Expression, MemberExpression, Node, Program, Super } from "acorn";
import { findOwn } from "../json/own-members.ts";

/** Claims of a visitor, as JSON. */
export type Claims = Readonly<Record<string, unknown>>;

/** A parsed condition, evaluated for a visitor's claims. */
export type Condition = (claims: Claims) => boolean;

/** Syntax error in a condition. */
export class ConditionFault extends Error {
  override readonly name = "ConditionFault";
  /**
   * @param position the position of the error, in characters from 1
   * @param rule the error as a clause
   */
  constructor(
    readonly position: number,
    readonly rule: string,
  ) {
    super(`${rule} at character ${position}`);
  }
}

type Evaluate = (claims: Claims) => unknown;
type Refuse = (part: Node, rule: string) => never;

/** Reads the value at a path of names, or refuses the path. */
type LookUpValue = (path: readonly string[], part: Expression | Super, refuse: Refuse) => Evaluate;

/** @throws ConditionFault */
export async function parseCondition(text: string): Promise<Condition> {
  const read = await compileCondition(text, lookUpClaim);
  return (claims) => Boolean(read(claims));
}

/** The values that an expression may read, by the name of their root. */
export type ConditionScope = Readonly<Record<string, unknown>>;

/** An expression over several roots, such as `space.vars.name`. */
export interface ParsedExpression {
  readonly read: (scope: ConditionScope) => unknown;
  /** The roots that it reads. */
  readonly roots: ReadonlySet<string>;
  /** The values that it reads, as paths that begin with a root. */
  readonly paths: readonly (readonly string[])[];
}

/**
 * @param roots the names that a path may begin with
 * @throws ConditionFault
 */
export async function parseExpression(
  text: string,
  roots: readonly string[],
): Promise<ParsedExpression> {
  const paths: (readonly string[])[] = [];
  const read = await compileCondition(text, (path, part, refuse) => {
    const [root = ""] = path;
    if (!roots.includes(root) || path.length < 2) {
      return refuse(part, `only values below ${roots.join(", ")} can be read`);
    }
    paths.push(path);
    return (scope) => getValueAt(scope, path);
  });
  return { read, roots: new Set(paths.flatMap(([root]) => root ?? [])), paths };
}

/** Finds a JavaScript syntax error, regardless of the forms that conditions support. */
export async function findSyntaxFault(text: string): Promise<ConditionFault | undefined> {
  try {
    await readExpression(text);
    return undefined;
  } catch (error) {
    if (error instanceof ConditionFault) return error;
    throw error;
  }
}

async function compileCondition(text: string, lookUp: LookUpValue): Promise<Evaluate> {
  const expression = await readExpression(text);
  const refuse: Refuse = (part, rule) => {
    throw new ConditionFault(countCharactersBefore(text, part.start), rule);
  };
  return evaluateExpression(expression, refuse, lookUp);
}

/** In characters, as the API limits conditions and rules; parsing takes at most a millisecond. */
const longest = 1024;

async function readExpression(text: string): Promise<Expression> {
  if (text.length > longest) {
    throw new ConditionFault(longest + 1, `an expression has at most ${longest} characters`);
  }
  const { parse } = await import("acorn");
  let program: Program;
  try {
    program = parse(text, { ecmaVersion: 2022 });
  } catch (error) {
    throw toConditionFault(text, error);
  }
  const [statement, second] = program.body;
  if (statement?.type !== "ExpressionStatement" || second) {
    const position = second?.start ?? statement?.start ?? text.length;
    throw new ConditionFault(
      countCharactersBefore(text, position),
      "exactly one expression is expected",
    );
  }
  return statement.expression;
}

function toConditionFault(text: string, error: unknown): unknown {
  if (!(error instanceof SyntaxError) || !("pos" in error)) return error;
  // The parser appends the line and column to its message.
  const message = error.message.replace(/\(\d+:\d+\)$/, "").trimEnd();
  const rule = message.charAt(0).toLowerCase() + message.slice(1);
  return new ConditionFault(countCharactersBefore(text, Number(error.pos)), rule);
}

/** The parser counts positions in UTF-16 units from 0. */
function countCharactersBefore(text: string, offset: number): number {
  return [...text.slice(0, offset)].length + 1;
}

const unknownForm =
  "unsupported syntax (conditions compare visitor.claims with values and combine comparisons)";

function evaluateExpression(
  part: Expression | Super,
  refuse: Refuse,
  lookUp: LookUpValue,
): Evaluate {
  const of = (inner: Expression) => evaluateExpression(inner, refuse, lookUp);
  switch (part.type) {
    case "Literal": {
      const { value } = part;
      return isPlain(value) ? () => value : refuse(part, unknownForm);
    }
    case "Identifier":
      if (part.name === "undefined") return () => undefined;
      return lookUp([part.name], part, refuse);
    case "ChainExpression":
      return of(part.expression);
    case "MemberExpression":
      return evaluateMember(part, refuse, lookUp);
    case "CallExpression":
      return evaluateCall(part, refuse, lookUp);
    case "ArrayExpression": {
      const members = part.elements.map((element) =>
        element?.type === "Literal"
          ? of(element)
          : refuse(
              element ?? part,
              "a list can contain only strings, numbers, true, false and null",
            ),
      );
      return (claims) => members.map((member) => member(claims));
    }
    case "UnaryExpression": {
      const argument = of(part.argument);
      if (part.operator === "!") return (claims) => !argument(claims);
      if (part.operator === "-") return (claims) => negate(argument(claims));
      return refuse(part, `unsupported operator ${part.operator}`);
    }
    case "BinaryExpression": {
      const { operator, left, right } = part;
      const compare = findOwn(comparisons, operator);
      if (!compare || left.type === "PrivateIdentifier") {
        return refuse(part, `unsupported operator ${operator}`);
      }
      const [one, other] = [of(left), of(right)];
      return (claims) => compare(one(claims), other(claims));
    }
    case "LogicalExpression": {
      const [one, other] = [of(part.left), of(part.right)];
      if (part.operator === "&&") return (claims) => one(claims) && other(claims);
      if (part.operator === "||") return (claims) => one(claims) || other(claims);
      return (claims) => one(claims) ?? other(claims);
    }
    case "ConditionalExpression": {
      const [test, yes, no] = [of(part.test), of(part.consequent), of(part.alternate)];
      return (claims) => (test(claims) ? yes(claims) : no(claims));
    }
    default:
      return refuse(part, unknownForm);
  }
}

/** `a.b.c`, including the form `a["b"]?.c`. */
function evaluateMember(part: MemberExpression, refuse: Refuse, lookUp: LookUpValue): Evaluate {
  const path: string[] = [];
  let object: Expression | Super = part;
  while (object.type === "MemberExpression") {
    path.unshift(getMemberKey(object, refuse));
    object = object.object;
  }
  return lookUp([object.type === "Identifier" ? object.name : "", ...path], part, refuse);
}

/** `visitor.claims.a.b`; undefined if the visitor has no such claim. */
const lookUpClaim: LookUpValue = ([visitor, root, ...path], part, refuse) => {
  if (root === undefined) {
    return refuse(part, `unknown name ${visitor} (only visitor.claims can be read)`);
  }
  if (visitor !== "visitor" || root !== "claims") {
    return refuse(part, "only visitor.claims can be read");
  }
  if (path.length === 0)
    return refuse(part, "visitor.claims must be followed by the name of a claim");
  return (claims) => getValueAt(claims, path);
};

/** @returns undefined if the value does not exist */
function getValueAt(scope: unknown, path: readonly string[]): unknown {
  let value = scope;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) {
      return undefined;
    }
    value = Reflect.get(value, key);
  }
  return value;
}

/** The values at paths, each in a list that is empty if it does not exist, because JSON has no undefined. */
export function listValuesAt(
  scope: unknown,
  paths: readonly (readonly string[])[],
): readonly (readonly unknown[])[] {
  return paths.map((path) => {
    const value = getValueAt(scope, path);
    return value === undefined ? [] : [value];
  });
}

function getMemberKey({ computed, property }: MemberExpression, refuse: Refuse): string {
  if (!computed && property.type === "Identifier") return property.name;
  if (property.type === "Literal" && typeof property.value === "string") return property.value;
  return refuse(property, "the name of a claim in brackets must be a string");
}

function evaluateCall(
  { callee, arguments: given }: CallExpression,
  refuse: Refuse,
  lookUp: LookUpValue,
): Evaluate {
  const name =
    callee.type === "MemberExpression" && !callee.computed && callee.property.type === "Identifier"
      ? callee.property.name
      : "";
  const method = findOwn(methods, name);
  if (!method || callee.type !== "MemberExpression") {
    return refuse(callee, `only ${Object.keys(methods).join(", ")} can be called`);
  }
  const [first, ...others] = given;
  if (others.length > 0 || (first === undefined ? 0 : 1) !== method.takes) {
    return refuse(callee, `${name} takes ${method.takes === 0 ? "no argument" : "one argument"}`);
  }
  const receiver = evaluateExpression(callee.object, refuse, lookUp);
  if (first === undefined) return (claims) => method.answer(receiver(claims), undefined);
  if (first.type === "SpreadElement") return refuse(first, unknownForm);
  const argument = evaluateExpression(first, refuse, lookUp);
  return (claims) => method.answer(receiver(claims), argument(claims));
}

/** Strings, numbers, booleans, null and undefined: values that can be compared without a call. */
function isPlain(value: unknown): boolean {
  return value === null || !["object", "function", "symbol", "bigint"].includes(typeof value);
}

/** Negates a plain value as JavaScript does. */
function negate(value: unknown): number {
  return isPlain(value) ? -Number(value) : Number.NaN;
}

type CompareValues = (one: unknown, other: unknown) => boolean;

/**
 * Compares plain values as JavaScript does. An object is not equal to any value, and neither less
 * nor greater.
 */
const comparisons: Readonly<Record<string, CompareValues>> = {
  "===": (one, other) => isPlain(one) && one === other,
  "!==": (one, other) => !(isPlain(one) && one === other),
  "==": areLooselyEqual,
  "!=": (one, other) => !areLooselyEqual(one, other),
  "<": createOrderComparison((one, other) => one < other),
  "<=": createOrderComparison((one, other) => one <= other),
  ">": createOrderComparison((one, other) => one > other),
  ">=": createOrderComparison((one, other) => one >= other),
};

function areLooselyEqual(one: unknown, other: unknown): boolean {
  if (!isPlain(one) || !isPlain(other)) return false;
  if (one === null || one === undefined) return other === null || other === undefined;
  if (other === null || other === undefined) return false;
  return typeof one === typeof other ? one === other : Number(one) === Number(other);
}

/** Strings by code unit, everything else by number. */
function createOrderComparison(
  compare: (one: string | number, other: string | number) => boolean,
): CompareValues {
  return (one, other) => {
    if (!isPlain(one) || !isPlain(other)) return false;
    if (typeof one === "string" && typeof other === "string") return compare(one, other);
    return compare(Number(one), Number(other));
  };
}

interface ValueMethod {
  readonly takes: 0 | 1;
  readonly answer: (receiver: unknown, argument: unknown) => unknown;
}

/** String methods; `includes` also applies to lists. For any other value they return undefined. */
const methods: Readonly<Record<string, ValueMethod>> = {
  includes: {
    takes: 1,
    answer: (receiver, argument) =>
      Array.isArray(receiver)
        ? receiver.includes(argument)
        : callOnTexts(receiver, argument, (text, part) => text.includes(part)),
  },
  startsWith: {
    takes: 1,
    answer: (receiver, argument) =>
      callOnTexts(receiver, argument, (text, part) => text.startsWith(part)),
  },
  endsWith: {
    takes: 1,
    answer: (receiver, argument) =>
      callOnTexts(receiver, argument, (text, part) => text.endsWith(part)),
  },
  toLowerCase: {
    takes: 0,
    answer: (receiver) => callOnText(receiver, (text) => text.toLowerCase()),
  },
  toUpperCase: {
    takes: 0,
    answer: (receiver) => callOnText(receiver, (text) => text.toUpperCase()),
  },
  trim: { takes: 0, answer: (receiver) => callOnText(receiver, (text) => text.trim()) },
};

function callOnText<T>(receiver: unknown, answer: (text: string) => T): T | undefined {
  return typeof receiver === "string" ? answer(receiver) : undefined;
}

function callOnTexts(
  receiver: unknown,
  argument: unknown,
  answer: (text: string, part: string) => boolean,
): boolean | undefined {
  return typeof argument === "string"
    ? callOnText(receiver, (text) => answer(text, argument))
    : undefined;
}
