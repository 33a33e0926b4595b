import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { formatVerbHelp } from "../../src/app/help/help.ts";
import { listParameters } from "../../src/app/parse/parameters.ts";
import { listFields, type Verb } from "../../src/commands/verb.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { listEndpoints } from "../../src/service/core/route-module.ts";
import { routeModules } from "../../src/service/server/areas.ts";
import { sample, slowTest } from "../support/generators/amount.ts";
import { everyVerb } from "./tree.ts";

test("every operation of the platform has a command", async () => {
  const rows = (await everyVerb()).map(([words, verb]) => ({ words, sent: sentBy(verb) }));
  const sent = new Set(rows.flatMap((row) => row.sent));
  const faults: string[] = [];
  for (const { contract } of routeModules) {
    const endpoints = Object.values(await contract());
    // Commands of the same contract module are usually in the file to edit.
    const beside = rows.find((row) => row.sent.some((endpoint) => endpoints.includes(endpoint)));
    const where = beside ? `, beside tome ${beside.words}: ${getFile(beside.words)}` : "";
    const without = endpoints.filter((endpoint) => !sent.has(endpoint));
    for (const { route } of without) faults.push(`${route} needs a row in src/commands${where}`);
  }
  expect(faults).toEqual([]);
});

test("every command sends only operations of the platform", async () => {
  const answered = new Set(await listEndpoints(routeModules));
  for (const [words, verb] of await everyVerb()) {
    for (const endpoint of sentBy(verb)) {
      const fix = `tome ${words} sends ${endpoint.route}, of a module that no src/service/areas/<area>/area.ts lists`;
      expect(answered.has(endpoint), fix).toBe(true);
    }
  }
});

function sentBy(verb: Verb): readonly Endpoint[] {
  return verb.kind === "custom" ? verb.operations : verb.endpoints;
}

/** The file of a command: src/commands/site-section.ts for site section list, if it exists. */
function getFile(words: string): string {
  const parts = words.split(" ");
  const names = parts.map((_, at) => parts.slice(0, parts.length - at).join("-"));
  const files = names.map((name) => `src/commands/${name}.ts`);
  return files.find((file) => existsSync(file)) ?? "src/commands/tree.ts";
}

slowTest("flags and arguments of a command have unique names", async () => {
  for (const [words, verb] of await everyVerb()) {
    const names = listParameters(verb).map(({ name, isArgument }) => `${isArgument}${name}`);
    expect(names.length, `${getFile(words)}: ${words}: ${names}`).toBe(new Set(names).size);
    const shorts = listParameters(verb).flatMap(({ field }) => field.short ?? []);
    expect(shorts.length, `${getFile(words)}: ${words}: ${shorts}`).toBe(new Set(shorts).size);
  }
});

test("a header such as LAST RUN or CHECKED AT is the header of a time", async () => {
  for (const [words, verb] of await everyVerb()) {
    for (const { header, path, as } of "columns" in verb ? verb.columns : []) {
      if (!/ AT$|^LAST (RUN|TIME|USED|SEEN|SYNC)$/.test(header)) continue;
      expect(as, `${getFile(words)}: ${words}: ${header} shows ${path}`).toBe("time");
    }
  }
});

test("columns of a command have unique headers and content", async () => {
  for (const [words, verb] of await everyVerb()) {
    const columns = "columns" in verb ? verb.columns : [];
    for (const all of [columns.map(({ header }) => header), columns.map(({ path }) => path)]) {
      const twice = all.filter((one, at) => all.indexOf(one) !== at);
      expect([words, twice]).toEqual([words, []]);
    }
  }
});

slowTest("every argument is a field, and sentences use only available values", async () => {
  for (const [words, verb] of await everyVerb()) {
    const fields = listFields(verb);
    for (const name of verb.arguments)
      expect(fields[name], `${getFile(words)}: ${words} ${name}`).toBeDefined();
    if (verb.kind !== "mutation") continue;
    const { listModelPaths: pathsOfModel } = await import("../../src/contract/paths.model.ts");
    const models = [...verb.endpoints, ...(verb.confirm?.read ? [verb.confirm.read] : [])];
    const known = new Set(Object.keys(fields));
    for (const { field } of verb.confirm?.names ?? []) {
      expect(fields[field], `${getFile(words)}: ${words} ${field}`).toBeDefined();
      known.add(field.replace(/Id$/, ""));
    }
    for (const { output } of models) {
      for (const path of output ? pathsOfModel(await output()) : []) known.add(path);
    }
    for (const [
      ,
      name = "",
    ] of `${verb.doneText}${verb.absentText}${verb.confirm?.question}`.matchAll(/\{(\w+)\}/g)) {
      expect(known, `${getFile(words)}: tome ${words}`).toContain(name);
    }
  }
});

slowTest("every help text fits 80 columns", async () => {
  for (const [words, verb] of sample(await everyVerb(), 80)) {
    for (const line of formatVerbHelp(words.split(" "), verb).split("\n")) {
      const isCommandLine = line.startsWith("  $ tome") || line.startsWith("  tome ");
      const where = `${getFile(words)}: ${words}: ${line}`;
      if (!isCommandLine) expect(line.length, where).toBeLessThanOrEqual(80);
    }
  }
});
