/** `tome site channel`. */
import type { PrintedColumn } from "../context.ts";
import { type ChannelType, channelLimits } from "../contract/site-agent-values.ts";
import * as contract from "../contract/site-channel.ts";
import { UsageError } from "../errors.ts";
import { writeJson } from "../json/exact-writing.ts";
import { findOwn } from "../json/own-members.ts";
import { asObject, type JsonObject } from "../json/values.ts";
import { createdColumn, idColumn } from "./columns.ts";
import { enumeration, optional } from "./fields.ts";
import { mutation, noun, query } from "./verb.ts";

const columns: readonly PrintedColumn[] = [
  idColumn,
  { header: "TYPE", path: "type", as: "title" },
  { header: "ROLE", path: "role" },
  { header: "STATUS", path: "status", as: "state" },
  { header: "ANSWERS", path: "answers", as: "number" },
  createdColumn,
];

const record: readonly PrintedColumn[] = [
  ...columns,
  { header: "CHANNELS", path: "setupSettings.allowedChannels", as: "list", wide: true },
  { header: "TEAMS", path: "setupSettings.allowedTeams", as: "list", wide: true },
  { header: "REPOSITORIES", path: "setupSettings.allowedRepositories", as: "list", wide: true },
];

const programs = ["slack", "linear", "github", "discord"] as const;
type ChannelProgram = (typeof programs)[number];

const types: Readonly<Record<ChannelProgram, ChannelType>> = {
  slack: "builtin:slack",
  linear: "builtin:linear",
  github: "builtin:github",
  discord: "builtin:discord",
};

const flags: Readonly<Record<string, string>> = {
  allowedChannels: "--allowed-channel",
  allowedTeams: "--allowed-team",
  allowedRepositories: "--allowed-repository",
};

const program = enumeration(programs, "Program in which the agent works", {
  placeholder: programs.join("|"),
});

export const commands = noun({
  summary: "Manage the channels in which the agent of a site works",
  own: "channel",
  verbs: {
    list: query(contract.list, {
      columns,
      emptyText: "No channels.",
      order: "Oldest first.",
      examples: ["site channel list --site Docs"],
    }),
    get: query(contract.get, { columns: record, examples: ["site channel get CH1 --site Docs"] }),
    create: mutation(contract.create, {
      arguments: ["program"],
      extra: { program },
      toRequest: withNewType,
      doneText: "Added the channel {id} ({type}, {role}). It is {status}.",
      columns: record,
      examples: [
        'site channel create slack --allowed-channel "support-*" --site Docs',
        'site channel create github --role collaborator --allowed-repository "acme/*" --site Docs',
      ],
    }),
    update: mutation(contract.update, {
      extra: {
        program: optional({
          ...program,
          help: "Program of the channel; required with --allowed-channel",
        }),
      },
      toRequest: withType,
      doneText: "Changed the channel {id} ({type}, {role}).",
      columns: record,
      examples: [
        "site channel update CH1 --role collaborator --site Docs",
        "site channel update CH1 --program slack --allowed-channel help --site Docs",
      ],
    }),
    delete: mutation(contract.remove, {
      doneText: "Deleted the channel {siteChannelId}.",
      absentText: "Channel {siteChannelId} not found. No changes were made.",
      confirm: {
        question: "Delete the channel {siteChannel}? The agent no longer works in it.",
        names: [
          {
            field: "siteChannelId",
            endpoints: contract.list,
            describe: ({ id, type }) => `${id} (${type})`,
          },
        ],
      },
      examples: ["site channel delete CH1 --site Docs --yes"],
    }),
  },
});

/**
 * The type of the API, and the limits of the program; without limits, the program is not limited.
 * @throws UsageError for another program
 */
function withNewType({ program, ...input }: JsonObject): JsonObject {
  const type = findType(program);
  if (type === undefined) {
    throw new UsageError(
      `${writeJson(program)} is not a program in which the agent works.`,
      `Specify one of ${programs.join(", ")}`,
    );
  }
  const settings = asObject(input.setupSettings);
  checkLimits(type, settings);
  return { ...input, type, setupSettings: settings };
}

/** Limits are sent with the type, as the API requires. */
function withType({ program, ...input }: JsonObject): JsonObject {
  if (input.setupSettings === undefined) {
    const type = findType(program);
    return type === undefined ? input : { ...input, type };
  }
  const settings = asObject(input.setupSettings);
  const type = findType(program) ?? findTypeByLimit(settings);
  if (type === undefined && input.type === undefined) {
    throw new UsageError(
      "--allowed-channel requires --program, because Slack and Discord have channels.",
      "Specify --program slack or --program discord",
    );
  }
  checkLimits(type, settings);
  return { ...input, ...(type !== undefined && { type }) };
}

function findType(program: unknown): ChannelType | undefined {
  const name = programs.find((one) => one === program);
  return name && types[name];
}

/** Only Linear has teams, and only GitHub has repositories. */
function findTypeByLimit(settings: JsonObject): ChannelType | undefined {
  if (settings.allowedTeams !== undefined) return "builtin:linear";
  return settings.allowedRepositories === undefined ? undefined : "builtin:github";
}

/** @throws UsageError for the limit of another program */
function checkLimits(type: ChannelType | undefined, settings: JsonObject): void {
  if (type === undefined) return;
  const other = Object.keys(settings).find((name) => name !== channelLimits[type]);
  if (other === undefined) return;
  throw new UsageError(
    `${findOwn(flags, other) ?? `setupSettings.${other}`} does not apply to ${type.replace("builtin:", "")}.`,
    `Use ${findOwn(flags, channelLimits[type])}`,
  );
}
