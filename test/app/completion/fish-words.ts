/** Queries the completion of fish in a real fish: many lines, one after the other. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Home } from "./home.ts";

export interface FishOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A program, with its arguments, that starts fish. */
  readonly under?: readonly string[];
}

export interface Offer {
  readonly word: string;
  readonly about: string;
}

/** @param lines each with the cursor at its end */
export function askFish(
  home: Home,
  lines: readonly string[],
  { env = {}, under = [] }: FishOptions = {},
): Offer[][] {
  const program = join(home.path, "ask.fish");
  const asked = lines.map((line) => `complete -C ${quoted(line)}\nprintf '\\035'`);
  writeFileSync(
    program,
    `source ${quoted(resolve("completions/tome.fish"))}\n${asked.join("\n")}\n`,
  );
  const [command = "", ...args] = [...under, "fish", "--no-config", program];
  const out = execFileSync(command, args, {
    cwd: home.work,
    env: { ...home.env, ...env },
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return out
    .split("\x1d")
    .slice(0, -1)
    .map((answer) =>
      answer
        .split("\n")
        .slice(0, -1)
        .map((row) => {
          const [word = "", about = ""] = row.split("\t");
          return { word, about };
        }),
    );
}

/** The words alone, sorted. */
export function fishWords(
  home: Home,
  lines: readonly string[],
  options: FishOptions = {},
): string[][] {
  return askFish(home, lines, options).map((offers) => offers.map(({ word }) => word).sort());
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
