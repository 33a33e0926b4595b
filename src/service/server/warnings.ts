/** Warning headers for parts of a request that have no effect. */
import type { Endpoint, IgnoredField } from "../../contract/endpoint.ts";
import { writeWarnings } from "../../contract/warning.ts";
import type { Headers } from "../../contract/wire.ts";

/** A header with more names could exceed the limits of some proxies. */
const mostNames = 20;

/**
 * @param unknown names of unknown members in an open body
 * @returns no header if there are no warnings
 */
export function getWarnings(
  { ignoredFields: unheeded = [] }: Endpoint,
  input: object,
  unknown: readonly string[],
): Headers {
  const ignoredFields = unheeded.filter((one) => isGiven(one, input));
  const texts = [
    ...ignoredFields.map(({ path, reason }) => `${path} has no effect: ${reason}.`),
    ...unknown
      .slice(0, mostNames)
      .map((name) => `${JSON.stringify(name)} has no effect: the field is unknown.`),
  ];
  return texts.length === 0 ? {} : { warning: writeWarnings(texts) };
}

function isGiven({ path, exceptValues = [] }: IgnoredField, input: object): boolean {
  // A name may contain dots, as in format.markdown.refs.
  const values = Object.hasOwn(input, path)
    ? [getMember(input, path)]
    : path
        .split(/\.|(?=\[\])/)
        .reduce<unknown[]>(
          (values, name) =>
            values.flatMap((one) =>
              name === "[]" ? (Array.isArray(one) ? one : []) : [getMember(one, name)],
            ),
          [input],
        );
  return values.some((value) => value !== undefined && !exceptValues.includes(value));
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
