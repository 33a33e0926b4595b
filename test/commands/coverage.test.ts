import { expect, test } from "vitest";
import { verbHelp } from "../../src/app/help.ts";
import { parametersOf } from "../../src/app/parameters.ts";
import { fieldsOf } from "../../src/commands/verb.ts";
import { endpointsOf, rooms } from "../../src/service/rooms.ts";
import { everyVerb } from "./tree.ts";

test("every operation that the platform answers has a command", async () => {
  const sent = new Set(
    (await everyVerb()).flatMap(([, verb]) => (verb.kind === "task" ? verb.sends : verb.endpoints)),
  );
  const without = (await endpointsOf(rooms))
    .filter((endpoint) => !sent.has(endpoint))
    .map(({ route }) => route);
  expect(without).toEqual([]);
});

test("every command sends only operations that the platform answers", async () => {
  const answered = new Set(await endpointsOf(rooms));
  for (const [words, verb] of await everyVerb()) {
    const sent = verb.kind === "task" ? verb.sends : verb.endpoints;
    for (const endpoint of sent) expect(answered.has(endpoint), words).toBe(true);
  }
});

test("no two flags or arguments of a command have one name", async () => {
  for (const [words, verb] of await everyVerb()) {
    const names = parametersOf(verb).map(({ name, isArgument }) => `${isArgument}${name}`);
    expect(names.length, words).toBe(new Set(names).size);
    const shorts = parametersOf(verb).flatMap(({ field }) => field.short ?? []);
    expect(shorts.length, words).toBe(new Set(shorts).size);
  }
});

test("every argument is a field, and every sentence names only what can be known", async () => {
  for (const [words, verb] of await everyVerb()) {
    const fields = fieldsOf(verb);
    for (const name of verb.arguments) expect(fields[name], `${words} ${name}`).toBeDefined();
    if (verb.kind !== "act") continue;
    const { pathsOfModel } = await import("../../src/contract/paths.model.ts");
    const models = [...verb.endpoints, ...(verb.confirm?.look ? [verb.confirm.look] : [])];
    const known = new Set(Object.keys(fields));
    for (const { of } of verb.confirm?.names ?? []) {
      expect(fields[of], `${words} ${of}`).toBeDefined();
      known.add(of.replace(/Id$/, ""));
    }
    for (const { output } of models) {
      for (const path of output ? pathsOfModel(await output()) : []) known.add(path);
    }
    for (const [, name = ""] of `${verb.done}${verb.absent}${verb.confirm?.question}`.matchAll(
      /\{(\w+)\}/g,
    )) {
      expect(known, `tome ${words}`).toContain(name);
    }
  }
});

test("every help fits 80 columns", async () => {
  for (const [words, verb] of await everyVerb()) {
    for (const line of verbHelp(words.split(" "), verb).split("\n")) {
      const isCommandLine = line.startsWith("  $ tome") || line.startsWith("  tome ");
      if (!isCommandLine) expect(line.length, `${words}: ${line}`).toBeLessThanOrEqual(80);
    }
  }
});
