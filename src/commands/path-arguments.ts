/** Fields in operation paths, which become arguments of a command. */
import type { Endpoint } from "../contract/endpoint.ts";
import { parents } from "../contract/nouns.ts";

/** Path fields, except parents. */
export function thingsInPath(endpoints: readonly Endpoint[]): readonly string[] {
  const names = endpoints.flatMap(({ route, input }) =>
    [...route.matchAll(/\{(\w+)\}/g)]
      .map(([, name]) => name ?? "")
      .filter((name) => {
        const field = input[name];
        // A parent is an argument only if it is the resource itself.
        return !(field?.kind === "id" && parents.some((parent) => parent === field.of));
      }),
  );
  return [...new Set(names)];
}

export function isInPath(endpoints: readonly Endpoint[], name: string): boolean {
  return endpoints.some(({ route }) => route.includes(`{${name}}`));
}
