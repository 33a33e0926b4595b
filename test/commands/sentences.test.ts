/** What commands say and ask: results, next steps and confirmations. */
import { expect, test } from "vitest";
import type { Confirm } from "../../src/commands/confirm.ts";
import type { MutationVerb } from "../../src/commands/verb.ts";
import type { Endpoint } from "../../src/contract/endpoint.ts";
import { everyVerb } from "./tree.ts";

/** What the functions of self warnings read: each member of an input is its name. */
const memberNames = new Proxy<Record<string, string>>({}, { get: (_, name) => String(name) });

/** A resource whose members have their names as values, and resources with few members. */
const resources = [
  {
    ...{ id: "id", title: "title", name: "name", type: "type", source: "source", role: "role" },
    ...{ fontFamily: "fontFamily", pendingPermissions: { version: 4, scopes: ["scope"] } },
    ...{ body: { markdown: "Some  words." }, postedBy: { displayName: "displayName" } },
  },
  { id: "id" },
  { id: "id", level: "level", space: { title: "title" } },
  { id: "id", level: "level", collection: { title: "title" } },
];

function listRoutes(endpoints: Endpoint | readonly Endpoint[]): string {
  return [endpoints]
    .flat()
    .map(({ route }) => route)
    .join(" or ");
}

/** The question, the requests for the titles in it, and the warnings for the user. */
function describeQuestion(confirm: Confirm): string[] {
  const { question, read, names, selfWarnings, onlyIfSelf } = confirm;
  return [
    `asks${onlyIfSelf ? " if it concerns the user" : ""}: ${question}`,
    ...(read === undefined ? [] : [`  reads ${read.route}`]),
    ...names.map(({ field, endpoints, as, describe }) => {
      const renamed = as === undefined ? "" : ` as ${as}`;
      const forms = resources.map((one) => describe?.(one) ?? "");
      const form = forms.filter((text) => text !== "" && !text.includes("undefined"));
      const all = form.length === 0 ? "" : ` in the form ${[...new Set(form)].join(" or ")}`;
      return `  titles ${field}${renamed} by ${listRoutes(endpoints)}${all}`;
    }),
    ...selfWarnings.map((one) => {
      const affected = "team" in one ? one.team(memberNames) : one.people(memberNames);
      const owned = "owning" in one ? ` owning ${String(one.owning?.(memberNames))}` : "";
      return `  warns ${"team" in one ? "members of " : ""}${JSON.stringify(affected)}${owned}: ${one.warning}`;
    }),
  ];
}

/** Sentences that depend on further requests, which have tests of their own. */
const loads = [
  ...(["loadNextStep", "loadNames", "loadWarning", "loadComparison", "loadQuestion"] as const),
  ...(["absentHint", "alternative"] as const),
] as const;

function describeSentences(verb: MutationVerb): string[] {
  const { doneText, nextStep, absentText, acceptedText, promptField, confirm } = verb;
  const isRemoval = absentText !== "Not found. No changes were made.";
  return [
    doneText,
    ...(nextStep === undefined ? [] : [`next: ${nextStep}`]),
    ...(isRemoval ? [`absent: ${absentText}`] : []),
    ...(acceptedText === undefined ? [] : [`accepted: ${acceptedText}`]),
    ...loads.flatMap((name) => (verb[name] === undefined ? [] : [`(${name})`])),
    ...(promptField === undefined ? [] : [`prompts for ${promptField}`]),
    ...(confirm === undefined ? [] : describeQuestion(confirm)),
  ];
}

test("every write states its result, and asks before a loss", async () => {
  const described = (await everyVerb()).flatMap(([words, verb]) =>
    verb.kind === "mutation"
      ? [
          `tome ${words}\n${describeSentences(verb)
            .map((line) => `  ${line}\n`)
            .join("")}`,
        ]
      : [],
  );
  await expect(described.join("\n")).toMatchFileSnapshot("sentences.txt");
});
