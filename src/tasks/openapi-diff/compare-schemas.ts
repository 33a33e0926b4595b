/**
 * Compares the schemas of two descriptions. Each pair of them is compared once for what is sent and once
 * for what is received; what refers to it is an edge, so that cycles and large descriptions end.
 */
import { isTree, memberOf, type Tree } from "../../contract/openapi-references.ts";
import {
  at,
  type Description,
  type Direction,
  type Located,
  type OwnChange,
  saysSomething,
  was,
} from "./change.ts";
import { comparedNotes } from "./notes.ts";
import { compareChoices, compareDiscriminators } from "./schema-choices.ts";
import { type Add, compareConditions, type Inner } from "./schema-conditions.ts";
import { comparedLimits, formatFits } from "./schema-limits.ts";
import {
  hasChoices,
  kindsOf,
  memberOfParts,
  namedKinds,
  ownValues,
  partsOf,
  shapeOf,
} from "./schema-shape.ts";

/** Two schemas that are compared, and what came of it. */
interface Pair {
  readonly changes: OwnChange[];
  /** The pairs that it leads to. */
  readonly to: Pair[];
}

export class SchemaComparison {
  /** By the values themselves, as a description may have hundreds of thousands of schemas. */
  readonly #pairs = {
    request: new Map<Tree, Map<Tree, Pair>>(),
    response: new Map<Tree, Map<Tree, Pair>>(),
  };
  readonly #pending: (() => void)[] = [];

  constructor(
    readonly before: Description,
    readonly now: Description,
    /** Whether it is to find out of a choice whether it fits, within which that is not asked again. */
    readonly isTrial = false,
  ) {}

  /** All changes below a pair of schemas, those of what they refer to among them. */
  changesOf(old: Located, young: Located, direction: Direction): readonly OwnChange[] {
    const start = this.#pair(old, young, direction);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next();
    if (start === undefined) return [];
    const seen = new Set([start]);
    const found: OwnChange[] = [];
    for (const { changes, to } of seen) {
      for (const change of changes) found.push(change);
      for (const other of to) seen.add(other);
    }
    return found;
  }

  #fits(old: Located, young: Located, direction: Direction): boolean {
    if (this.isTrial) return false;
    const trial = new SchemaComparison(this.before, this.now, true);
    return !trial.changesOf(old, young, direction).some(({ isBreaking }) => isBreaking);
  }

  #pair(old: Located, young: Located, direction: Direction): Pair | undefined {
    if (old.value === undefined && young.value === undefined) return undefined;
    const [a, b] = [this.before.followSchema(orAny(old)), this.now.followSchema(orAny(young))];
    // What leads out of the text is not known, and false is no schema to go into.
    if (!a || !b || !isTree(a.value) || !isTree(b.value)) return undefined;
    const pairs = this.#pairs[direction];
    const known = pairs.get(a.value) ?? new Map<Tree, Pair>();
    pairs.set(a.value, known);
    const pair = known.get(b.value) ?? { changes: [], to: [] };
    if (!known.has(b.value)) {
      known.set(b.value, pair);
      this.#pending.push(() => this.#compare(a, b, direction, pair));
    }
    return pair;
  }

  #compare(old: Located, young: Located, direction: Direction, { changes, to }: Pair): void {
    const sends = direction === "request";
    const inner = (a: Located, b: Located) => {
      const pair = this.#pair(a, b, direction);
      if (pair !== undefined) to.push(pair);
    };
    const add = (
      rule: string,
      isBreaking: boolean,
      message: string,
      where: Pick<OwnChange, "path" | "in">,
    ) => void changes.push({ rule: `${direction}-${rule}`, isBreaking, message, ...where });

    const fits = (a: Located, b: Located) => this.#fits(a, b, direction);
    const both = { before: this.before, now: this.now };
    if (compareChoices(old, young, { ...both, direction, add, inner, fits })) return;
    const [oldParts, youngParts] = [partsOf(old, this.before), partsOf(young, this.now)];
    // The choices are compared one by one.
    const haveChoices = hasChoices(oldParts) && hasChoices(youngParts);
    const [kindsBefore, kinds] = haveChoices
      ? [namedKinds(oldParts), namedKinds(youngParts)]
      : [kindsOf(old, this.before), kindsOf(young, this.now)];
    const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
      all.size === 0 ||
      (some.size > 0 &&
        [...some].every((kind) => all.has(kind) || (kind === "integer" && all.has("number"))));
    const [from, into] = [[...kindsBefore].join(" or "), [...kinds].join(" or ")];
    if (from !== into) {
      const fits = sends ? isWithin(kindsBefore, kinds) : isWithin(kinds, kindsBefore);
      const message = `The type was ${from || "any"} and is ${into || "any"}.`;
      add("type-changed", !fits, message, at(young));
      // Into what allows anything fits all that was sent.
      const isAny = !youngParts.some(({ value }) => isTree(value) && saysSomething(value));
      // Of what has nothing in common, no more is told.
      const isAnother = !fits && ![...kinds].some((kind) => kindsBefore.has(kind));
      if (isAnother || (sends && isAny)) return;
    }
    const format = formatFits(oldParts, youngParts, sends);
    if (format) add("format-changed", !format.fits, format.message, at(young));
    for (const { name, message, isBreaking } of comparedLimits(oldParts, youngParts, sends)) {
      add(`${name}-changed`, isBreaking, message, at(young));
    }
    const values = [valuesOf(oldParts), valuesOf(youngParts)] as const;
    this.#compareValues(values, old, young, sends, add);
    this.#compareMembers(oldParts, youngParts, young, direction, add, inner);
    const sides = { ...both, sends, direction, add, inner };
    compareConditions(oldParts, youngParts, sides);
    compareDiscriminators(old, young, sides);
    inner(
      memberOfParts(oldParts, "items", this.before),
      memberOfParts(youngParts, "items", this.now),
    );
  }

  #compareValues(
    [before, now]: readonly [Values, Values],
    old: Located,
    young: Located,
    sends: boolean,
    add: Add,
  ): void {
    if (before === undefined && now === undefined) return;
    if (before === undefined) {
      add(
        "enum-added",
        sends,
        "Only some values are allowed now.",
        at(this.now.member(young, "enum")),
      );
    } else if (now === undefined) {
      add(
        "enum-removed",
        !sends,
        "Any value is allowed now.",
        was(this.before.member(old, "enum")),
      );
    } else {
      for (const value of before) {
        if (now.has(value)) continue;
        add(
          "value-removed",
          sends,
          `The value ${value} is gone.`,
          was(this.before.member(old, "enum")),
        );
      }
      for (const value of now) {
        if (before.has(value)) continue;
        add(
          "value-added",
          !sends,
          `There is a new value ${value}.`,
          at(this.now.member(young, "enum")),
        );
      }
    }
  }

  #compareMembers(
    oldParts: readonly Located[],
    youngParts: readonly Located[],
    young: Located,
    direction: Direction,
    add: Add,
    inner: Inner,
  ): void {
    const sends = direction === "request";
    const before = shapeOf(oldParts, this.before, direction);
    const now = shapeOf(youngParts, this.now, direction);
    for (const [name, member] of before.members) {
      const same = now.members.get(name);
      const [wasRequired, isRequired] = [before.required.has(name), now.required.has(name)];
      if (!same) {
        const what = `The ${wasRequired ? "required" : "optional"} property ${name}`;
        const other = now.others.get(name);
        if (other) {
          const is = sends ? "read-only" : "write-only";
          add(`property-${is}`, true, `${what} is ${is} now.`, at(other));
        } else add("property-removed", true, `${what} is gone.`, was(member));
        continue;
      }
      if (sends && !wasRequired && isRequired) {
        add("property-required", true, `The property ${name} is required now.`, at(same));
      } else if (wasRequired && !isRequired) {
        add("property-optional", !sends, `The property ${name} is no longer required.`, at(same));
      }
      for (const { aspect, message } of comparedNotes(`The property ${name}`, member, same, this)) {
        add(`property-${aspect}`, false, message, at(same));
      }
      inner(member, same);
    }
    for (const [name, member] of now.members) {
      if (before.members.has(name)) continue;
      const isRequired = now.required.has(name);
      const what = isRequired ? "required" : "optional";
      // With a default, too: who checks requests by the description refuses those without it.
      add(
        "property-added",
        sends && isRequired,
        `There is a new ${what} property ${name}.`,
        at(member),
      );
    }
    const name = "additionalProperties";
    const [refuses, isRefusing] = [oldParts, youngParts].map((parts) =>
      parts.some(({ value }) => memberOf(value, name) === false),
    );
    if (!refuses && isRefusing && sends) {
      add("additional-properties-refused", true, "Further properties are refused now.", at(young));
    }
    if (refuses || isRefusing) return;
    const further = memberOfParts(oldParts, name, this.before);
    const furtherNow = memberOfParts(youngParts, name, this.now);
    if (isTree(further.value) || isTree(furtherNow.value)) inner(further, furtherNow);
  }
}

const anything: Tree = {};

/** Where there is no schema, or true, anything goes. */
function orAny(one: Located): Located {
  return one.value === undefined || one.value === true ? { value: anything, path: one.path } : one;
}

/** The values that are allowed, as JSON; undefined for any. */
type Values = ReadonlySet<string> | undefined;

/** Those that all parts of a schema allow. */
function valuesOf(parts: readonly Located[]): Values {
  const [first, ...others] = parts.flatMap(({ value }) => {
    const own = isTree(value) ? ownValues(value) : undefined;
    return own ? [new Set(own.map((one) => JSON.stringify(one)))] : [];
  });
  return first && new Set([...first].filter((value) => others.every((one) => one.has(value))));
}
