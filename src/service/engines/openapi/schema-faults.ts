/** Reduction of schema validation errors to the few that an author can act on. */
import type { ErrorObject } from "ajv/dist/2020.js";
import type { Path } from "../../../contract/openapi-references.ts";

export interface SchemaError {
  readonly path: Path;
  readonly message: string;
}

/** Keywords that only summarize preceding errors. */
const summaries = new Set(["oneOf", "anyOf", "if", "allOf", "$ref", "not"]);

/**
 * If all alternatives failed, the errors of the alternative that matched best are kept: an author
 * who omitted a part of a response did not intend to write a reference.
 */
export function toSchemaErrors(errors: readonly ErrorObject[]): SchemaError[] {
  const reducedErrors: ErrorObject[] = [];
  for (const error of errors) {
    if (isChoice(error)) {
      const start = findFirstBelow(reducedErrors, error.instancePath);
      const tried = reducedErrors.splice(start);
      const best = listFurthest(tried);
      for (const one of best.length > 0 ? best : [error]) reducedErrors.push(one);
    } else if (!isEcho(error, reducedErrors)) {
      reducedErrors.push(error);
    }
  }
  const faults = new Map<string, SchemaError>();
  for (const error of withMergedChoices(withoutVagueChoices(reducedErrors))) {
    const fault = { path: resolvePath(error), message: formatError(error) };
    faults.set(`${error.instancePath} ${fault.message}`, fault);
  }
  return [...faults.values()];
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === "oneOf" || keyword === "anyOf";
}

/** Several alternatives can match a value because it lacks a member, which is an error of its own. */
function withoutVagueChoices(errors: readonly ErrorObject[]): ErrorObject[] {
  const others = errors.filter((error) => !isChoice(error));
  return errors.filter(
    (error) =>
      !isChoice(error) ||
      !others.some(({ instancePath }) => isBelow(instancePath, error.instancePath)),
  );
}

/** Merges alternatives that each allow some values of a member into one that allows all of them. */
function withMergedChoices(errors: readonly ErrorObject[]): ErrorObject[] {
  const merged: ErrorObject[] = [];
  for (const error of errors) {
    const mergedError = merged.find(
      ({ keyword, instancePath }) =>
        keyword === "enum" && error.keyword === "enum" && instancePath === error.instancePath,
    );
    if (mergedError)
      mergedError.params = {
        allowedValues: [
          ...new Set([...mergedError.params.allowedValues, ...error.params.allowedValues]),
        ],
      };
    else merged.push({ ...error });
  }
  return merged;
}

/** The index of the first of the trailing errors at or below this path. */
function findFirstBelow(errors: readonly ErrorObject[], path: string): number {
  let start = errors.length;
  while (start > 0 && isBelow(errors[start - 1]?.instancePath ?? "", path)) start--;
  return start;
}

function isBelow(path: string, above: string): boolean {
  return path === above || path.startsWith(`${above}/`);
}

function listFurthest(errors: readonly ErrorObject[]): ErrorObject[] {
  const depths = errors.map(({ instancePath }) => computeDepth(instancePath));
  const depth = depths.reduce((most, one) => Math.max(most, one), 0);
  return withOneLack(errors.filter(({ instancePath }) => computeDepth(instancePath) === depth));
}

/** If each alternative lacks a different member, any one of the members is sufficient. */
function withOneLack(errors: ErrorObject[]): ErrorObject[] {
  const [first] = errors;
  const alike = ({ keyword, instancePath }: ErrorObject) =>
    keyword === "required" && instancePath === first?.instancePath;
  if (!first || !errors.every(alike)) return errors;
  // One alternative may lack several members, all of which are required.
  if (errors.every(({ schemaPath }) => schemaPath === first.schemaPath)) return errors;
  const lacks = new Set(errors.map(({ params }) => params.missingProperty));
  return [{ ...first, params: { missingProperty: [...lacks].join(" or ") } }];
}

/** Whether the error follows from one that is reported already. */
function isEcho(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  if (summaries.has(error.keyword)) {
    return errors.some(({ instancePath }) => isBelow(instancePath, error.instancePath));
  }
  // A value whose own check failed counts as unevaluated in all parent objects.
  if (error.keyword === "unevaluatedProperties") {
    const member = `${error.instancePath}/${escapeStep(String(error.params.unevaluatedProperty))}`;
    return (
      errors.some(({ instancePath }) => isBelow(instancePath, member)) ||
      errors.some(
        ({ instancePath, keyword }) =>
          keyword !== "unevaluatedProperties" && isBelow(instancePath, error.instancePath),
      )
    );
  }
  return false;
}

function computeDepth(path: string): number {
  return path.split("/").length;
}

function escapeStep(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The path of the invalid value, or of the surplus member itself. */
function resolvePath({ instancePath, params }: ErrorObject): Path {
  const steps = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const surplus = params.additionalProperty ?? params.unevaluatedProperty;
  return typeof surplus === "string" ? [...steps, surplus] : steps;
}

function formatError({
  instancePath,
  keyword,
  params,
  message = "is not valid",
}: ErrorObject): string {
  const subject = instancePath === "" ? "The description" : formatPointer(instancePath);
  switch (keyword) {
    case "required":
      return `${subject} has no ${params.missingProperty}, which is required.`;
    case "additionalProperties":
    case "unevaluatedProperties":
      return `${subject} has the unknown field ${params.additionalProperty ?? params.unevaluatedProperty}.`;
    case "enum":
      return `${subject} must be one of ${params.allowedValues.join(", ")}.`;
    case "const":
      return `${subject} must be ${JSON.stringify(params.allowedValue)}.`;
    case "type":
      return `${subject} must be of the type ${[params.type].flat().join(" or ")}.`;
    case "pattern":
      return `${subject} must match ${params.pattern}.`;
    default:
      return `${subject} ${message}.`;
  }
}

/** Formats `/paths/~1pets/get` as `paths › /pets › get`. */
function formatPointer(pointer: string): string {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~")).join(" › ");
}
