/** Makes the input of an endpoint out of the path, the query and the body of a request. */
import { check, type Fault } from "../../contract/check.ts";
import { type Endpoint, methodOf, placeOf } from "../../contract/endpoint.ts";
import type { Field } from "../../contract/fields.ts";
import type { WireRequest } from "../../contract/wire.ts";
import { Problem } from "../../errors.ts";
import { jsonBody, jsonValue } from "./json-body.ts";
import type { Match } from "./router.ts";

/**
 * @param query the part of the address after `?`
 * @param limit the largest body, in bytes
 * @throws Problem 400 that names the field, 413 or 415
 */
export async function inputOf(
  { route: { endpoint }, path }: Match,
  query: string,
  request: WireRequest,
  limit: number,
): Promise<object> {
  const body = bodyOf(endpoint, request, limit);
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    input[field(endpoint, name, "body").name] = value;
  }
  for (const [name, texts] of queryOf(query)) {
    input[name] = fromQuery(field(endpoint, name, "query"), texts);
  }
  for (const [name, value] of Object.entries(path)) input[name] = value;
  const [fault] = await check(endpoint.input, input);
  if (fault) throw problemOf(fault);
  return input;
}

function bodyOf(endpoint: Endpoint, request: WireRequest, limit: number): object {
  const method = methodOf(endpoint);
  if (method !== "GET" && method !== "DELETE") {
    const { wholeBody } = endpoint;
    if (wholeBody !== undefined) return { [wholeBody]: jsonValue(request, limit) };
    return jsonBody(request, limit);
  }
  if ((request.body ?? "") === "") return {};
  throw new Problem(400, `A ${method} takes no body; send its fields in the query.`);
}

/** The field of that name, where it may travel in this place: `__proto__` is the name of none. */
function field(endpoint: Endpoint, name: string, place: "query" | "body"): NamedField {
  const known = Object.hasOwn(endpoint.input, name) ? endpoint.input[name] : undefined;
  if (known && placeOf(endpoint, name) === place) return { ...known, name };
  throw new Problem(400, `${name} is not a field of the ${place} here.`, { field: name });
}

type NamedField = Field & { readonly name: string };

function queryOf(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

/** The value that the texts of a query stand for; what stands for none is left to the check. */
function fromQuery(field: NamedField, texts: readonly string[]): unknown {
  if (field.kind === "list") return texts.map((text) => scalar(field.of, text));
  const [text = "", ...others] = texts;
  if (others.length === 0) return scalar(field, text);
  throw new Problem(400, `${field.name} can be given only once.`, { field: field.name });
}

function scalar(field: Field, text: string): unknown {
  if (field.kind === "whole") return /^-?\d{1,16}$/.test(text) ? Number(text) : text;
  if (field.kind === "flag") return text === "true" || (text === "false" ? false : text);
  return text;
}

function problemOf({ path, rule }: Fault): Problem {
  const name = path.join(".");
  return new Problem(400, `${name} ${rule}.`, { field: name });
}
