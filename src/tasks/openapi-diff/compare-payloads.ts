/** Compares what an operation takes and what it answers. */
import { isTree, memberOf } from "../../contract/openapi-references.ts";
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

interface Sides {
  readonly old: Description;
  readonly young: Description;
  readonly schemas: SchemaComparison;
}

type Add = (change: OwnChange) => void;

export function comparePayloads(before: Located, now: Located, sides: Sides, add: Add): void {
  const { old, young } = sides;
  const [sent, sends] = [bodyOf(before, old), bodyOf(now, young)];
  if (sent && !sends) {
    add({
      rule: "body-removed",
      isBreaking: true,
      message: "It takes no body any more.",
      ...was(sent),
    });
  } else if (!sent && sends) {
    const what = isRequired(sends) ? "required" : "optional";
    const message = `It takes a body now, which is ${what}.`;
    add({ rule: "body-added", isBreaking: isRequired(sends), message, ...at(sends) });
  } else if (sent && sends) {
    if (!isRequired(sent) && isRequired(sends)) {
      add({
        rule: "body-required",
        isBreaking: true,
        message: "The body is required now.",
        ...at(sends),
      });
    }
    compareMedia(sent, sends, "request", "the body", sides, add);
  }
  compareResponses(before, now, sides, add);
}

function compareResponses(before: Located, now: Located, sides: Sides, add: Add): void {
  const { old, young } = sides;
  const [responses, others] = [old.member(before, "responses"), young.member(now, "responses")];
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
    compareMedia(a, b, "response", `the answer ${status}`, sides, add);
    compareHeaders(a, b, status, sides, add);
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
  for (const [name, header] of old.membersOf(old.member(before, "headers"))) {
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

/** Before 3.0 a parameter is the body, or fields of a form are. */
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

function compareMedia(
  before: Located,
  now: Located,
  direction: Direction,
  what: string,
  { old, young, schemas }: Sides,
  add: Add,
): void {
  const compare = (a: Located, b: Located) => {
    for (const change of schemas.changesOf(a, b, direction)) add(change);
  };
  const [content, others] = [old.member(before, "content"), young.member(now, "content")];
  if (!isTree(content.value) && !isTree(others.value)) {
    compare(old.member(before, "schema"), young.member(now, "schema"));
    return;
  }
  const media = new Map(young.membersOf(others));
  for (const [type, one] of old.membersOf(content)) {
    const same = media.get(type);
    if (same) compare(old.member(one, "schema"), young.member(same, "schema"));
    else {
      const message = `${what.replace(/^t/, "T")} is no longer there as ${type}.`;
      add({ rule: `${direction}-media-type-removed`, isBreaking: true, message, ...was(one) });
    }
  }
}
