/** The settings that an installation begins with: what the manifest gives as defaults. */
import type { Configuration } from "../../../contract/integration-manifest.model.ts";

/** @param asked absent where the manifest asks for nothing */
export function defaultsOf(asked: Configuration | undefined): Record<string, unknown> {
  const given = Object.entries(asked?.properties ?? {}).flatMap(([name, property]) =>
    "default" in property && property.default !== undefined ? [[name, property.default]] : [],
  );
  return Object.fromEntries(given);
}

/** Whether something that is required has no default, so that somebody has to give it. */
export function asksForMore(asked: Configuration | undefined): boolean {
  const given = defaultsOf(asked);
  const required = asked?.required ?? [];
  return asked?.componentId !== undefined || required.some((name) => !Object.hasOwn(given, name));
}
