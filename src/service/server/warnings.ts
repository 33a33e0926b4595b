/** What a request gave and nothing was done about, as a header of its answer. */
import type { Endpoint, Unheeded } from "../../contract/endpoint.ts";
import { writeWarnings } from "../../contract/warning.ts";
import type { Headers } from "../../contract/wire.ts";

/** A header with more names than these would be longer than some proxies let through. */
const mostNames = 20;

/**
 * @param unknown members of the body that are no fields, where it may have any
 * @returns no header if all was done
 */
export function getWarnings(
  { unheeded = [] }: Endpoint,
  input: object,
  unknown: readonly string[],
): Headers {
  const taken = unheeded.filter((one) => isGiven(one, input));
  const texts = [
    ...taken.map(({ path, why }) => `${path} has no effect: ${why}.`),
    ...unknown
      .slice(0, mostNames)
      .map((name) => `${JSON.stringify(name)} has no effect: this platform does not know it.`),
  ];
  return texts.length === 0 ? {} : { warning: writeWarnings(texts) };
}

function isGiven({ path, unless = [] }: Unheeded, input: object): boolean {
  // A name may contain dots, as in format.markdown.refs.
  const values = Object.hasOwn(input, path)
    ? [getMember(input, path)]
    : path
        .split(/\.|(?=\[\])/)
        .reduce<unknown[]>(
          (found, name) =>
            found.flatMap((one) =>
              name === "[]" ? (Array.isArray(one) ? one : []) : [getMember(one, name)],
            ),
          [input],
        );
  return values.some((value) => value !== undefined && !unless.includes(value));
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}
