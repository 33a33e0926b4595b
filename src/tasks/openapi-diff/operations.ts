/** The operations of a description: those of its paths, and the calls that come to a client. */
import { isTree, type Tree } from "../../contract/openapi-references.ts";
import { type Description, type Direction, type Located, textAt } from "./change.ts";
import { type Way, waysOf } from "./security.ts";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export interface Operation {
  /** `GET /pets/{id}`, as it is written; `POST webhook newPet`. */
  readonly name: string;
  readonly own: Located;
  /** With what its path says for all of its operations. */
  readonly parameters: ReadonlyMap<string, Located>;
  readonly security: readonly Way[];
  /** Which way its body goes: that of a webhook or a callback comes to the client. */
  readonly body: Direction;
}

/** By method and path, whatever the parameters in the path are called. */
export function operationsOf(description: Description): Map<string, Operation> {
  const found = new Map<string, Operation>();
  const whole = { value: description.root, path: [] };
  for (const [path, item] of description.membersOf(description.member(whole, "paths"))) {
    if (!path.startsWith("/")) continue;
    for (const operation of operationsIn(item, path, path, description)) {
      found.set(keyOf(operation.name), operation);
      for (const callback of callbacksOf(operation, description)) {
        found.set(keyOf(callback.name), callback);
      }
    }
  }
  const webhooks = description.membersOf(description.member(whole, "webhooks"));
  for (const [name, item] of webhooks) {
    for (const one of operationsIn(item, `webhook ${name}`, "", description)) {
      found.set(one.name, { ...one, body: "response" });
    }
  }
  return found;
}

function keyOf(name: string): string {
  return name.replace(/\{[^{}]*\}/g, "{}");
}

/** @param path in which parameters stand */
function operationsIn(
  item: Located,
  called: string,
  path: string,
  description: Description,
): Operation[] {
  const own = description.follow(item);
  if (!own) return [];
  return description.membersOf(own).flatMap(([method, operation]) => {
    if (!methods.includes(method) || !isTree(operation.value)) return [];
    const name = `${method.toUpperCase()} ${called}`;
    const parameters = parametersOf([own, operation], path, description);
    const security = waysOf(operation.value, description);
    return [{ name, own: operation, parameters, security, body: "request" as const }];
  });
}

function callbacksOf({ name, own }: Operation, description: Description): Operation[] {
  const callbacks = description.membersOf(description.member(own, "callbacks"));
  return callbacks.flatMap(([event, callback]) => {
    const items = description.membersOf(description.follow(callback) ?? callback);
    return items.flatMap(([address, item]) =>
      operationsIn(item, `callback ${event} (${address}) of ${name}`, "", description).map(
        (one) => ({ ...one, body: "response" as const }),
      ),
    );
  });
}

/** By where they are and what they are called; those of a path by their position in it. */
function parametersOf(
  holders: readonly Located[],
  path: string,
  description: Description,
): Map<string, Located> {
  const found = new Map<string, Located>();
  const inPath = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  for (const one of holders.flatMap((holder) => description.listIn(holder, "parameters"))) {
    const own = description.follow(one);
    const [where, name] = [own && textAt(own, "in"), own && textAt(own, "name")];
    if (!own || where === undefined || name === undefined || where === "body") continue;
    const called = where === "path" ? inPath.indexOf(name) : name;
    found.set(`${where} ${where === "header" ? name.toLowerCase() : called}`, own);
  }
  return found;
}

/** The media types of a body or an answer with their schemas. */
export function mediaOf(
  holder: Located,
  operation: Located,
  names: "consumes" | "produces",
  description: Description,
): ReadonlyMap<string, Located> {
  const content = description.member(holder, "content");
  if (isTree(content.value)) {
    return new Map(
      description
        .membersOf(content)
        .map(([type, one]) => [type, description.member(one, "schema")]),
    );
  }
  const schema = description.member(holder, "schema");
  if (schema.value === undefined) return new Map();
  // Before 3.0, the operation or the whole says which types there are.
  const listed = (of: Tree | unknown) => {
    const list = isTree(of) ? of[names] : undefined;
    return Array.isArray(list) ? list.map(String) : undefined;
  };
  const types = listed(operation.value) ?? listed(description.root) ?? ["application/json"];
  return new Map(types.map((type) => [type, schema]));
}
