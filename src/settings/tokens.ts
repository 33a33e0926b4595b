/** Where tokens live: each one is kept for one profile and one exact origin, and is handed out for no other. */
import { join } from "node:path";
import { UsageError } from "../errors.ts";
import { originOf } from "./address.ts";
import { isObject, type JsonObject, member, withMember } from "./json.ts";
import { type OwnFile, readOwnFile, type SettingsFolder } from "./own-files.ts";
import { checkProfileName } from "./table.ts";
import { changeOwnFile } from "./writing.ts";

/** The tokens of one profile, by origin: scheme, host and port. */
export interface TokenStore {
  /** Names the place to people: `file /home/ada/.config/tome/tokens.json`. */
  readonly name: string;
  get(origin: string): Promise<string | undefined>;
  /** Keeps the token, instead of an earlier one of the same origin. */
  set(origin: string, token: string): Promise<void>;
  /** Forgets the token; resolves to whether there was one. */
  remove(origin: string): Promise<boolean>;
}

const tokensFile: OwnFile = {
  name: "tokens.json",
  isWhole: (document) => Object.values(document).every(isObject),
};

/** The token store of a profile in tokens.json, readable by its owner alone. */
export function fileTokens(folder: SettingsFolder, profile: string): TokenStore {
  checkProfileName(profile, "The name of a profile");
  const name = `file ${join(folder.path, tokensFile.name)}`;
  return {
    name,
    async get(origin) {
      const token = member(tokensOf(readOwnFile(folder, tokensFile), profile), originOf(origin));
      return token === undefined ? undefined : checkToken(token, name);
    },
    async set(origin, token) {
      checkToken(token, "the input");
      await changeOwnFile(folder, tokensFile, (document) => {
        const tokens = withMember(tokensOf(document, profile), originOf(origin), token);
        return withMember(document, profile, tokens);
      });
    },
    async remove(origin) {
      let removed = false;
      await changeOwnFile(folder, tokensFile, (document) => {
        const tokens = tokensOf(document, profile);
        removed = member(tokens, originOf(origin)) !== undefined;
        if (!removed) return undefined;
        const others = withMember(tokens, originOf(origin), undefined);
        const isLast = Object.keys(others).length === 0;
        return withMember(document, profile, isLast ? undefined : others);
      });
      return removed;
    },
  };
}

/**
 * The token, if it can stand in a header. The error never repeats it.
 * @param from what gave it: `environment TOME_TOKEN`
 */
export function checkToken(given: unknown, from: string): string {
  if (typeof given === "string" && /^[\x21-\x7e]+$/u.test(given)) return given;
  throw new UsageError(
    `The token from ${from} must be one or more visible ASCII characters without spaces or line breaks; it is not repeated here.`,
  );
}

/** The token of a text that was piped or typed, where one line break at the end is no part of it. */
export function tokenFromInput(text: string): string {
  return checkToken(text.replace(/\r?\n$/u, ""), "the input");
}

function tokensOf(document: JsonObject, profile: string): JsonObject {
  const tokens = member(document, profile);
  return isObject(tokens) ? tokens : {};
}
