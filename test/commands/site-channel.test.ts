import { describe, expect, test } from "vitest";
import { commands } from "../../src/commands/site-channel.ts";
import { prepareInput } from "../support/commands/verb-parts.ts";

const limits = {
  allowedChannels: "--allowed-channel",
  allowedTeams: "--allowed-team",
  allowedRepositories: "--allowed-repository",
};
const limitOf = {
  slack: "allowedChannels",
  discord: "allowedChannels",
  linear: "allowedTeams",
  github: "allowedRepositories",
};

const cases = Object.entries(limitOf).flatMap(([program, own]) =>
  Object.entries(limits).map(([limit, flag]) => ({ program, own, limit, flag })),
);

describe.each(["create", "update"])("%s of a channel", (verb) => {
  test.each(cases)("in $program with the limit $limit", ({ program, own, limit, flag }) => {
    const setupSettings = { [limit]: ["a"] };
    const ownFlag = Object.entries(limits).find(([name]) => name === own)?.[1];
    expect(prepareInput(commands, verb, { siteId: "X1", program, setupSettings })).toEqual(
      limit === own
        ? { siteId: "X1", type: `builtin:${program}`, setupSettings }
        : `${flag} does not apply to ${program}. Use ${ownFlag}`,
    );
  });
});

test.each<[object, unknown]>([
  [{ program: "slack" }, { type: "builtin:slack", setupSettings: {} }],
  [
    { program: "teams" },
    '"teams" is not a program in which the agent works. Specify one of slack, linear, github, discord',
  ],
  [{}, expect.stringContaining("is not a program in which the agent works.")],
])("a new channel with %j", (input, expected) => {
  expect(prepareInput(commands, "create", { ...input })).toEqual(expected);
});

const needsProgram =
  "--allowed-channel requires --program, because Slack and Discord have channels. Specify --program slack or --program discord";

test.each<[object, unknown]>([
  [{ name: "A" }, { name: "A" }],
  [{ program: "linear" }, { type: "builtin:linear" }],
  [
    { setupSettings: { allowedTeams: ["T"] } },
    { type: "builtin:linear", setupSettings: { allowedTeams: ["T"] } },
  ],
  [
    { setupSettings: { allowedRepositories: ["R"] } },
    { type: "builtin:github", setupSettings: { allowedRepositories: ["R"] } },
  ],
  [{ setupSettings: { allowedChannels: ["C"] } }, needsProgram],
  [
    { setupSettings: { allowedChannels: ["C"] }, type: "builtin:slack" },
    { type: "builtin:slack", setupSettings: { allowedChannels: ["C"] } },
  ],
  [
    { setupSettings: { allowedTeams: ["T"], allowedRepositories: ["R"] } },
    "--allowed-repository does not apply to linear. Use --allowed-team",
  ],
])("a changed channel with %j", (input, expected) => {
  expect(prepareInput(commands, "update", { ...input })).toEqual(expected);
});
