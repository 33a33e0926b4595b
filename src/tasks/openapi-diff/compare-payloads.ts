/** Compares what an operation takes and what it answers. */
import { memberOf } from "../../contract/openapi-references.ts";
import {
  at,
  type Description,
  type Direction,
  type Located,
  type OwnChange,
  textAt,
  was,
} from "./change.ts";
import type { SchemaComparison } from "./compare-schemas.ts";
import { mediaOf, type Operation } from "./operations.ts";

interface Sides {
  readonly old: Description;
  readonly young: Description;
  readonly schemas: SchemaComparison;
}

type Add = (change: OwnChange) => void;

/** @param before an operation, as is `now` */
export function comparePayloads(before: Operation, now: Operation, sides: Sides, add: Add): void {
  const { old, young } = sides;
  const sends = before.body === "request";
  const [body, bodyNow] = [bodyOf(before.own, old), bodyOf(now.own, young)];
  const takes = sends ? "takes" : "sends";
  if (body && !bodyNow) {
    const message = `It ${takes} no body any more.`;
    add({ rule: "body-removed", isBreaking: true, message, ...was(body) });
  } else if (!body && bodyNow) {
    const what = isRequired(bodyNow) ? "required" : "optional";
    const message = `It ${takes} a body now, which is ${what}.`;
    add({ rule: "body-added", isBreaking: sends && isRequired(bodyNow), message, ...at(bodyNow) });
  } else if (body && bodyNow) {
    if (isRequired(body) !== isRequired(bodyNow)) {
      const is = isRequired(bodyNow);
      const message = is ? "The body is required now." : "The body is no longer required.";
      const rule = is ? "body-required" : "body-optional";
      add({ rule, isBreaking: sends === is, message, ...at(bodyNow) });
    }
    const media = [
      mediaOf(body, before.own, "consumes", old),
      mediaOf(bodyNow, now.own, "consumes", young),
    ] as const;
    compareMedia(media, before.body, "the body", sides, add);
  }
  compareResponses(before, now, sides, add);
}

function compareResponses(before: Operation, now: Operation, sides: Sides, add: Add): void {
  const { old, young } = sides;
  const answers = before.body === "request" ? "response" : "request";
  const responses = old.member(before.own, "responses");
  const others = young.member(now.own, "responses");
  const statuses = new Map(young.membersOf(others));
  for (const [status, one] of old.membersOf(responses)) {
    const same = statuses.get(status);
    statuses.delete(status);
    if (!same) {
      const isSuccess = /^(?:2|default$)/i.test(status);
      const message = `The answer ${status} is gone.`;
      add({ rule: "response-removed", isBreaking: isSuccess, message, ...was(one) });
      continue;
    }
    const [a, b] = [old.follow(one), young.follow(same)];
    if (!a || !b) continue;
    const media = [
      mediaOf(a, before.own, "produces", old),
      mediaOf(b, now.own, "produces", young),
    ] as const;
    compareMedia(media, answers, `the answer ${status}`, sides, add);
    if (answers === "response") compareHeaders(a, b, status, sides, add);
  }
  for (const [status, one] of statuses) {
    const message = `There is a new answer ${status}.`;
    add({ rule: "response-added", isBreaking: false, message, ...at(one) });
  }
}

function compareHeaders(
  before: Located,
  now: Located,
  status: string,
  { old, young, schemas }: Sides,
  add: Add,
): void {
  const headers = new Map(
    young
      .membersOf(young.member(now, "headers"))
      .map(([name, header]) => [name.toLowerCase(), young.follow(header)]),
  );
  const came = new Set(headers.keys());
  for (const [name, header] of old.membersOf(old.member(before, "headers"))) {
    came.delete(name.toLowerCase());
    const what = `The header ${name} of the answer ${status}`;
    if (!headers.has(name.toLowerCase())) {
      const message = `${what} is gone.`;
      add({ rule: "response-header-removed", isBreaking: true, message, ...was(header) });
      continue;
    }
    const [a, b] = [old.follow(header), headers.get(name.toLowerCase())];
    if (!a || !b) continue;
    if (isRequired(a) && !isRequired(b)) {
      const message = `${what} may be missing now.`;
      add({ rule: "response-header-optional", isBreaking: true, message, ...at(b) });
    }
    const changes = schemas.changesOf(schemaOf(a, old), schemaOf(b, young), "response");
    for (const change of changes) add({ ...change, message: `${what}: ${change.message}` });
  }
  for (const [name, header] of young.membersOf(young.member(now, "headers"))) {
    if (!came.has(name.toLowerCase())) continue;
    const message = `The answer ${status} has a new header ${name}.`;
    add({ rule: "response-header-added", isBreaking: false, message, ...at(header) });
  }
}

export function isRequired(one: Located): boolean {
  return memberOf(one.value, "required") === true;
}

/** Of a parameter or a header. Before 3.0 it is its own schema. */
export function schemaOf(parameter: Located, description: Description): Located {
  const schema = description.member(parameter, "schema");
  if (schema.value !== undefined) return schema;
  const content = description.membersOf(description.member(parameter, "content"))[0]?.[1];
  return content ? description.member(content, "schema") : parameter;
}

/** Before 3.0 a parameter is the body; fields of a form are parameters here. */
function bodyOf(operation: Located, description: Description): Located | undefined {
  const body = description.member(operation, "requestBody");
  if (body.value !== undefined) return description.follow(body);
  const list = description.member(operation, "parameters");
  for (const n of Array.isArray(list.value) ? list.value.keys() : []) {
    const one = description.follow(description.member(list, n));
    if (one && textAt(one, "in") === "body") return one;
  }
  return undefined;
}

/** What is no longer there in one of its types breaks whoever sends or reads that type. */
function compareMedia(
  [before, now]: readonly [ReadonlyMap<string, Located>, ReadonlyMap<string, Located>],
  direction: Direction,
  what: string,
  { schemas }: Sides,
  add: Add,
): void {
  const called = what.replace(/^t/, "T");
  const came = new Set(now.keys());
  for (const [type, one] of before) {
    const other = typeThatStandsFor(type, now, direction);
    const same = other === undefined ? undefined : now.get(other);
    if (other === undefined || same === undefined) {
      const message = `${called} is no longer there as ${type}.`;
      add({ rule: `${direction}-media-type-removed`, isBreaking: true, message, ...was(one) });
      continue;
    }
    came.delete(other);
    for (const change of schemas.changesOf(one, same, direction)) add(change);
  }
  for (const [type, one] of now) {
    if (!came.has(type)) continue;
    const message = `${called} is there as ${type}, too.`;
    add({ rule: `${direction}-media-type-added`, isBreaking: false, message, ...at(one) });
  }
}

/** The type itself, with other parameters such as a charset, or what is all of it: what is sent may become wider. */
function typeThatStandsFor(
  type: string,
  now: ReadonlyMap<string, Located>,
  direction: Direction,
): string | undefined {
  if (now.has(type)) return type;
  const bare = bareOf(type);
  return [...now.keys()].find((other) => {
    const [some, all] = direction === "request" ? [bare, bareOf(other)] : [bareOf(other), bare];
    return some === all || all === "*/*" || all === some.replace(/\/.*/, "/*");
  });
}

function bareOf(type: string): string {
  return type.replace(/;.*/s, "").trim().toLowerCase();
}
