/** What the hosted platform's newest description allows as an answer, operation by operation. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Ajv2020, type AnySchema, type ValidateFunction } from "ajv/dist/2020.js";
import type { Document, Operation } from "../../scripts/comparing/theirs.mjs";
import { publishedOperations } from "../../scripts/comparing/theirs.mjs";

/** A copy of its own, to be changed. */
export function readDescription(): Document {
  const file = createRequire(import.meta.url).resolve("@gitbook/api/spec/openapi.json");
  return JSON.parse(readFileSync(file, "utf8"));
}

export interface PublishedAnswers {
  readonly operations: ReadonlyMap<string, Operation>;
  /** Whether the description lets a body be sent; what nobody would send is answered as it can be. */
  readonly allows: (operation: Operation, body: unknown) => boolean;
  /** The faults of an answer's body, each with its path; empty if it is as published. */
  readonly faultsOf: (operation: Operation, body: unknown) => readonly string[];
}

export function publishedAnswers(document: Document): PublishedAnswers {
  const operations = publishedOperations(document);
  const readable = JSON.parse(JSON.stringify(document, forChecking));
  // The formats are looked at by the models of the contract.
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
  ajv.addSchema(readable, "published");
  const checks = new Map<string, ValidateFunction>();
  const checkOf = (name: string, schema: AnySchema): ValidateFunction => {
    const check = checks.get(name) ?? ajv.compile(schema);
    checks.set(name, check);
    return check;
  };
  return {
    operations: new Map(operations.map((operation) => [operation.name, operation])),
    allows({ name, body: sent }, body) {
      if (sent === undefined || body === undefined) return true;
      const schema = JSON.parse(JSON.stringify(sent.value.schema, forChecking));
      return checkOf(`body of ${name}`, schema)(body);
    },
    faultsOf({ name, answer }, body) {
      if (answer === undefined) return body === undefined ? [] : ["/ has a body"];
      const check = checkOf(name, JSON.parse(JSON.stringify(answer.schema, forChecking)));
      if (check(body)) return [];
      return (check.errors ?? []).map(
        ({ instancePath, message, params }) =>
          `${instancePath} ${message ?? ""} ${JSON.stringify(params)}`,
      );
    },
  };
}

/**
 * References lead into the document, wherever a part of it is checked. Kinds of an object are told
 * apart by words, not by each excluding the others: some of them take in others. Among kinds, an empty
 * object that is closed stands for "neither"; with other members around it, nothing could meet it.
 */
function forChecking(this: unknown, key: string, value: unknown): unknown {
  if (key === "$ref" && typeof value === "string") return value.replace(/^#/, "published#");
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { oneOf, discriminator: _, ...rest }: SchemaPart = value;
  const isEmpty = Object.keys(rest.properties ?? {}).length === 0;
  const isNeither = Array.isArray(this) && rest.additionalProperties === false && isEmpty;
  const open = isNeither ? { ...rest, additionalProperties: true } : rest;
  return oneOf === undefined ? open : { ...open, anyOf: oneOf };
}

interface SchemaPart {
  readonly oneOf?: unknown;
  readonly discriminator?: unknown;
  readonly properties?: object;
  readonly additionalProperties?: unknown;
}
