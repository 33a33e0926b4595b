/** Random API specifications as a small model, and equivalent serializations. */
import type { Random } from "./random.ts";

export type Tree = Record<string, unknown>;

/** A value that every version of OpenAPI can describe. */
export type Model =
  | {
      readonly kind: "text";
      readonly nullable: boolean;
      readonly max?: number;
      readonly values?: readonly string[];
      readonly bytes?: "byte" | "binary";
    }
  | {
      readonly kind: "number" | "integer";
      readonly nullable: boolean;
      readonly above?: number;
      readonly isExclusive?: boolean;
    }
  | { readonly kind: "boolean"; readonly nullable: boolean }
  | { readonly kind: "list" | "map"; readonly nullable: boolean; readonly of: Model }
  /** A value of one of several types, which OpenAPI 2.0 cannot describe. */
  | { readonly kind: "either"; readonly nullable: boolean; readonly of: readonly Model[] }
  | {
      readonly kind: "object";
      readonly nullable: boolean;
      readonly members: readonly Member[];
    };

export interface Member {
  readonly name: string;
  readonly required: boolean;
  readonly value: Model;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly value: Model;
}

export interface Operation {
  readonly path: string;
  readonly method: "get" | "post" | "put";
  readonly parameters: readonly Parameter[];
  readonly sent?: Model;
  readonly got: Model;
  readonly status: string;
}

export interface Specification {
  readonly operations: readonly Operation[];
}

const names = ["id", "name", "size", "tags", "owner", "state"];

function randomModel(random: Random, depth: number, hasChoices: boolean): Model {
  const nullable = random.chance(0.3);
  const kinds = [
    ...["text", "number", "integer", "flag"],
    ...(depth > 0 ? ["list", "map", "object", "object"] : []),
    ...(hasChoices ? ["either", "either"] : []),
  ];
  const kind = random.pick(kinds);
  switch (kind) {
    case "text": {
      const form = random.pick(["plain", "max", "values", "byte", "binary"]);
      return {
        kind,
        nullable,
        ...(form === "max" && { max: between(random, 3, 9) }),
        ...(form === "values" && { values: ["a", "b", "c"] }),
        ...((form === "byte" || form === "binary") && { bytes: form }),
      };
    }
    case "number":
    case "integer": {
      const isBounded = random.chance(0.5);
      return {
        kind,
        nullable,
        ...(isBounded && { above: between(random, 0, 9), isExclusive: random.chance(0.5) }),
      };
    }
    case "list":
    case "map":
      return { kind, nullable, of: randomModel(random, depth - 1, hasChoices) };
    case "object":
      return randomObject(random, depth, nullable, hasChoices);
    case "either": {
      const text = { kind: "text", nullable: false, max: between(random, 3, 9) } as const;
      const number = { kind: "integer", nullable: false, above: between(random, 0, 9) } as const;
      const flag = { kind: "boolean", nullable: false } as const;
      const all = [
        text,
        number,
        flag,
        ...(depth > 0 ? [randomObject(random, 1, false, false)] : []),
      ];
      return { kind, nullable, of: shuffled(random, all).slice(0, between(random, 2, all.length)) };
    }
    default:
      return { kind: "boolean", nullable };
  }
}

function randomObject(
  random: Random,
  depth: number,
  nullable: boolean,
  hasChoices: boolean,
): Model {
  const own = names.filter(() => random.chance(0.5));
  const members = (own.length > 0 ? own : ["id"]).map((name) => ({
    name,
    required: random.chance(0.5),
    value: randomModel(random, depth - 1, hasChoices),
  }));
  return { kind: "object", nullable, members };
}

/** @param hasChoices whether values may have several types, which needs OpenAPI 3 */
export function randomSpecification(random: Random, hasChoices: boolean): Specification {
  const count = between(random, 1, 3);
  return {
    operations: Array.from({ length: count }, (_, n) => {
      const method = random.pick(["get", "post", "put"] as const);
      return {
        path: `/things${n}`,
        method,
        parameters: ["page", "filter"]
          .filter(() => random.chance(0.5))
          .map((name) => ({
            name,
            required: random.chance(0.4),
            value: randomModel(random, 0, hasChoices),
          })),
        ...(method !== "get" && { sent: randomObject(random, 2, false, hasChoices) }),
        got: randomObject(random, 2, false, hasChoices),
        status: random.pick(hasChoices ? ["200", "201", "2XX"] : ["200", "201"]),
      };
    }),
  };
}

export type Version = "2.0" | "3.0" | "3.1" | "3.2";

/** Serializes a specification in a version of OpenAPI, with random choices between equivalent forms. */
export function writeSpecification(
  { operations }: Specification,
  version: Version,
  random: Random,
): Tree {
  const schemas: Tree = {};
  const writer = { version, random, schemas };
  const paths: Tree = {};
  for (const operation of operations) {
    paths[operation.path] = { [operation.method]: writeOperation(operation, writer) };
  }
  const info = { title: "Things", version: "1" };
  if (version === "2.0") {
    return { swagger: "2.0", info, consumes: ["application/json"], paths, definitions: schemas };
  }
  const openapi = { "3.0": "3.0.3", "3.1": "3.1.0", "3.2": "3.2.0" }[version];
  return { openapi, info, paths, components: { schemas } };
}

interface Writer {
  readonly version: Version;
  readonly random: Random;
  readonly schemas: Tree;
}

function writeOperation({ parameters, sent, got, status }: Operation, writer: Writer): Tree {
  const { version, random } = writer;
  const isOld = version === "2.0";
  const written: Tree[] = parameters.map(({ name, required, value }) => ({
    name,
    in: "query",
    ...(required || random.chance(0.3) ? { required } : {}),
    ...(isOld ? plainSchema(value, writer) : { schema: writeSchema(value, writer) }),
  }));
  const json = (schema: Tree) => ({ "application/json": { schema } });
  if (sent && isOld) written.push({ name: "body", in: "body", schema: writeSchema(sent, writer) });
  const answer = isOld
    ? { description: "Done", schema: writeSchema(got, writer) }
    : { description: "Done", content: json(writeSchema(got, writer)) };
  return {
    parameters: written,
    ...(sent && !isOld && { requestBody: { content: json(writeSchema(sent, writer)) } }),
    responses: writeResponses(status, answer, random),
  };
}

/** A range in both spellings, and with a status in it. */
function writeResponses(status: string, answer: Tree, random: Random): Tree {
  if (status !== "2XX") return { [status]: answer };
  return { [random.pick(["2XX", "2xx"])]: answer, ...(random.chance(0.3) && { 201: answer }) };
}

/** Equivalent forms of a schema: by reference, in allOf, or as the only alternative. */
function writeSchema(model: Model, writer: Writer): Tree {
  const { random, version, schemas } = writer;
  const own = ownSchema(model, writer);
  const isModern = version === "3.1" || version === "3.2";
  switch (between(random, 0, 5)) {
    case 0: {
      const name = `Thing${Object.keys(schemas).length}`;
      schemas[name] = own;
      const folder = version === "2.0" ? "definitions" : "components/schemas";
      return { $ref: `#/${folder}/${name}` };
    }
    case 1:
      return { allOf: [own] };
    case 2:
      return version === "2.0" ? own : { [random.pick(["anyOf", "oneOf"])]: [own] };
    case 3: {
      if (!isModern) return own;
      const name = `Thing${Object.keys(schemas).length}`;
      schemas[name] = { $anchor: name, ...own };
      return { $ref: `#${name}` };
    }
    default:
      return { ...own, ...(random.chance(0.3) && { description: "A thing" }) };
  }
}

function ownSchema(model: Model, writer: Writer): Tree {
  const { version, random } = writer;
  if (model.kind === "either") return writeEither(model, writer);
  const schema = plainSchema({ ...model, nullable: false }, writer);
  if (!model.nullable) return schema;
  if (version === "2.0") return { ...schema, "x-nullable": true };
  if (version === "3.0") {
    return random.chance(0.3) ? { allOf: [schema], nullable: true } : { ...schema, nullable: true };
  }
  if (random.chance(0.5)) {
    return { [random.pick(["anyOf", "oneOf"])]: shuffled(random, [schema, writeNull(random)]) };
  }
  // The parts of an object declare its type and are not nullable.
  if (schema.allOf !== undefined) return { oneOf: [schema, { type: "null" }] };
  const values = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [String(schema.type), "null"], ...values };
}

function writeNull(random: Random): Tree {
  return random.pick<Tree>([{ type: "null" }, { const: null }, { enum: [null] }]);
}

/** A list of types, choices, or choices in choices; null in a choice or a separate choice. */
function writeEither({ of, nullable }: Extract<Model, { kind: "either" }>, writer: Writer): Tree {
  const { version, random } = writer;
  const isModern = version === "3.1" || version === "3.2";
  const parts = of.map((one) => writeKeywords(one, writer));
  const name = random.pick(["anyOf", "oneOf"]);
  const isMerged =
    isModern && random.chance(0.4) && parts.every((part) => part.allOf === undefined);
  if (isMerged) {
    const types = parts.map(({ type }) => String(type));
    return Object.assign({}, ...parts, { type: nullable ? [...types, "null"] : types });
  }
  if (!nullable) {
    const [first, ...others] = parts;
    if (others.length < 2 || random.chance(0.6)) return { [name]: parts };
    return { [name]: [first, { [random.pick(["anyOf", "oneOf"])]: others }] };
  }
  if (!isModern) {
    if (random.chance(0.5)) return { [name]: parts, nullable: true };
    const at = random.below(parts.length);
    return { [name]: parts.map((part, n) => (n === at ? { ...part, nullable: true } : part)) };
  }
  if (random.chance(0.5)) return { [name]: shuffled(random, [...parts, writeNull(random)]) };
  return { anyOf: shuffled(random, [{ [name]: parts }, writeNull(random)]) };
}

/** Keywords without effect. */
function writeNoEffect(kind: string, { version, random }: Writer): Tree {
  if (random.chance(0.7)) return {};
  const isModern = version === "3.1" || version === "3.2";
  const general: readonly Tree[] = [
    ...[{ deprecated: false }, { readOnly: false }, { "x-note": "A thing" }, { title: "Thing" }],
    ...(version === "3.0" ? [{ nullable: false }] : []),
    ...(isModern ? [{ not: false }, { if: true }, { allOf: [true] }, { $comment: "A thing" }] : []),
  ];
  const byKind: Readonly<Record<string, readonly Tree[]>> = {
    text: [{ minLength: 0 }, { pattern: "" }],
    integer: [{ multipleOf: 1 }],
    list: [{ minItems: 0 }, { uniqueItems: false }],
    object: [
      ...[{ minProperties: 0 }, { additionalProperties: true }, { additionalProperties: {} }],
      ...(isModern
        ? [
            ...[{ patternProperties: { "^x-": {} } }, { propertyNames: { type: "string" } }],
            ...[{ dependentSchemas: { id: true } }, { dependentRequired: {} }, { required: [] }],
          ]
        : []),
    ],
    boolean: [{ enum: [true, false] }],
  };
  return random.pick([...general, ...(byKind[kind] ?? [])]);
}

/** Inlines references, which parameters in OpenAPI 2.0 do not support. */
function plainSchema(model: Model, writer: Writer): Tree {
  const own = writeKeywords(model, writer);
  const more = writeNoEffect(model.kind, writer);
  // A boolean that is nullable in the same schema would need null among its values.
  if (more.enum !== undefined && model.nullable) return own;
  return { ...more, ...own };
}

function writeKeywords(model: Model, writer: Writer): Tree {
  const { version, random } = writer;
  const isModern = version === "3.1" || version === "3.2";
  const nullable = model.nullable ? { "x-nullable": true } : {};
  switch (model.kind) {
    case "text": {
      const { max, values, bytes } = model;
      const format =
        bytes === undefined
          ? {}
          : !isModern
            ? { format: bytes }
            : bytes === "byte"
              ? { contentEncoding: "base64" }
              : random.pick([
                  { contentMediaType: "application/octet-stream" },
                  { contentEncoding: "binary" },
                ]);
      return {
        type: "string",
        ...nullable,
        ...format,
        ...(max !== undefined && { maxLength: max }),
        ...(values && { enum: shuffled(random, [...values]) }),
        ...(random.chance(0.2) && { minLength: 0 }),
      };
    }
    case "number":
    case "integer":
      return { type: model.kind, ...nullable, ...writeBound(model, isModern, random) };
    case "list":
      return {
        type: "array",
        ...nullable,
        items: writeSchema(model.of, writer),
        ...(random.chance(0.2) && { minItems: 0, uniqueItems: false }),
      };
    case "map":
      return { type: "object", ...nullable, additionalProperties: writeSchema(model.of, writer) };
    case "either":
      return writeEither(model, writer);
    case "object":
      return { ...nullable, ...writeObject(model.members, writer) };
    default:
      return { type: "boolean", ...nullable };
  }
}

function writeBound(
  { kind, above, isExclusive = false }: Model & { readonly kind: "number" | "integer" },
  isModern: boolean,
  random: Random,
): Tree {
  if (above === undefined) return {};
  if (kind === "integer" && random.chance(0.5)) {
    // The limit is inclusive or exclusive.
    return isExclusive ? { minimum: above + 1 } : writeExclusive(above - 1, isModern);
  }
  return isExclusive ? writeExclusive(above, isModern) : { minimum: above };
}

function writeExclusive(above: number, isModern: boolean): Tree {
  return isModern ? { exclusiveMinimum: above } : { minimum: above, exclusiveMinimum: true };
}

function writeObject(members: readonly Member[], writer: Writer): Tree {
  const { random } = writer;
  const part = (some: readonly Member[]): Tree => {
    const required = some.filter((member) => member.required).map(({ name }) => name);
    return {
      type: "object",
      properties: Object.fromEntries(
        some.map(({ name, value }) => [name, writeSchema(value, writer)]),
      ),
      ...(required.length > 0 && { required }),
    };
  };
  if (members.length < 2 || random.chance(0.6)) {
    return { ...part(members), ...(random.chance(0.2) && { minProperties: 0 }) };
  }
  const cut = between(random, 1, members.length - 1);
  return { type: "object", allOf: [part(members.slice(0, cut)), part(members.slice(cut))] };
}

function between(random: Random, from: number, to: number): number {
  return from + random.below(to - from + 1);
}

function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const left = [...list];
  return list.map(() => left.splice(random.below(left.length), 1)[0] as T);
}

/** A breaking change of a specification, and the rules that may detect it. */
export interface Break {
  readonly specification: Specification;
  readonly rules: readonly string[];
}

/** Applies a random change that makes previous requests or clients of responses incompatible. */
export function breakSpecification({ operations }: Specification, random: Random): Break {
  const at = random.below(operations.length);
  const operation = operations[at] as Operation;
  const replaced = (other: Operation): Specification => ({
    operations: operations.map((one, n) => (n === at ? other : one)),
  });
  const changes: (() => Break)[] = [
    () => ({
      specification: { operations: operations.filter((_, n) => n !== at) },
      rules: ["operation-removed"],
    }),
    () => ({
      specification: replaced({ ...operation, status: "302" }),
      rules: ["response-removed"],
    }),
    () => {
      const [got, rule] = loosenModel(operation.got, random);
      return { specification: replaced({ ...operation, got }), rules: [`response-${rule}`] };
    },
    () => {
      const { sent, parameters } = operation;
      const value: Model = { kind: "text", nullable: false };
      const more = { name: "more", required: true, value };
      if (sent === undefined) {
        const specification = replaced({ ...operation, parameters: [...parameters, more] });
        return { specification, rules: ["parameter-added"] };
      }
      const [narrower, rule] = tightenModel(sent, random);
      const specification = replaced({ ...operation, sent: narrower });
      return { specification, rules: [`request-${rule}`] };
    },
    () => {
      const [first, ...others] = operation.parameters;
      if (!first) return { specification: { operations: [] }, rules: ["operation-removed"] };
      const [parameters, rule] = first.required
        ? [others, "parameter-removed"]
        : [[{ ...first, required: true }, ...others], "parameter-required"];
      return { specification: replaced({ ...operation, parameters }), rules: [rule] };
    },
  ];
  return random.pick(changes)();
}

function listMembers(model: Model): readonly Member[] {
  return model.kind === "object" ? model.members : [];
}

/** Weakens the guarantees of a response. @returns the rule without its direction */
function loosenModel(model: Model, random: Random): [Model, string] {
  const members = listMembers(model);
  const at = random.below(members.length);
  const member = members[at] as Member;
  const withMember = (other: Member): Model => ({
    ...{ kind: "object", nullable: model.nullable },
    members: members.map((one, n) => (n === at ? other : one)),
  });
  const { value } = member;
  if (value.kind === "either" || (members.length > 1 && random.chance(0.3))) {
    return [
      { kind: "object", nullable: model.nullable, members: members.filter((_, n) => n !== at) },
      "property-removed",
    ];
  }
  if (member.required) return [withMember({ ...member, required: false }), "property-optional"];
  if (!value.nullable) {
    return [withMember({ ...member, value: { ...value, nullable: true } }), "type-changed"];
  }
  const other: Model = { kind: "boolean", nullable: true };
  const text: Model = { kind: "text", nullable: true };
  return [
    withMember({ ...member, value: value.kind === "boolean" ? text : other }),
    "type-changed",
  ];
}

/** Restricts a request. @returns the rule without its direction */
function tightenModel(model: Model, random: Random): [Model, string] {
  const members = listMembers(model);
  const at = random.below(members.length);
  const member = members[at] as Member;
  const withMember = (other: Member): Model => ({
    ...{ kind: "object", nullable: model.nullable },
    members: members.map((one, n) => (n === at ? other : one)),
  });
  const { value } = member;
  if (!member.required && random.chance(0.5)) {
    return [withMember({ ...member, required: true }), "property-required"];
  }
  if (value.nullable) {
    return [withMember({ ...member, value: { ...value, nullable: false } }), "type-changed"];
  }
  if (value.kind === "text" && value.values === undefined && value.bytes === undefined) {
    const max = (value.max ?? 10) - 1;
    return [withMember({ ...member, value: { ...value, max } }), "max-length-changed"];
  }
  if (value.kind === "integer" || value.kind === "number") {
    const above = (value.above ?? 0) + 2;
    return [
      withMember({ ...member, value: { ...value, above, isExclusive: false } }),
      "minimum-changed",
    ];
  }
  const more = {
    name: "further",
    required: true,
    value: { kind: "boolean", nullable: false } as const,
  };
  return [
    { kind: "object", nullable: model.nullable, members: [...members, more] },
    "property-added",
  ];
}
