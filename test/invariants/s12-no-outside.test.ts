import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { buildProgram, launcher } from "../bin/built.ts";
import { amount, report, slowTest } from "../support/generators/amount.ts";
import { temporaryFolder } from "../support/machine/folder.ts";

/** A network with only this machine; not every system lets unprivileged users create one. */
const alone = ["unshare", "--map-root-user", "--net"];
const runs = (words: readonly string[]) =>
  spawnSync(words[0] ?? "", words.slice(1), { stdio: "ignore" }).status === 0;
const canBeAlone = () => runs([...alone, "true"]) && runs(["strace", "--version"]);

/** There is no login and no configuration. */
const always = [
  "whoami --local",
  "local seed",
  "space list --local --json id,title",
  "org search alert --org $ORG --local --json title",
  'space create --org $ORG --title "Team guide" --local',
  "local exec --faults faults.yaml -- node tome space create --title Served",
];
const further = [
  "doctor --local",
  "local export export.json",
  "local exec --seed --repeatable 7 -- node tome space list",
  "collection list --org $ORG --local",
  "member list --org $ORG --local",
  "team list --org $ORG --local",
  "site list --org $ORG --local",
  "integration list --local",
  "openapi list --org $ORG --local",
  "translation list --org $ORG --local",
  "conversation list --org $ORG --local",
  "saml list --org $ORG --local",
  "cr list --space $SPACE --local",
  "page list --space $SPACE --local",
  "comment list --space $SPACE --local",
  "space links $SPACE --local",
  "content apply-template --space $SPACE help-center --local",
  "cr create --space $SPACE --subject Later --local",
  "completion bash",
  "config list",
  "local clock --advance 8d",
  "local import export.json --yes",
  "local reset --yes",
];

const lines = [...always, ...further.slice(0, amount({ short: 0, full: further.length }))];

slowTest(
  "every feature works without an account and a network, and connects to this machine only",
  ({ skip }) => {
    skip(!canBeAlone(), "This user cannot create a network, or there is no strace.");
    buildProgram();
    const home = temporaryFolder();
    const trace = join(home, "trace");
    const id = (noun: string) =>
      `$(node ${launcher} ${noun} list --local --json id --jq '.[0].id' | tr -d '"')`;
    writeFileSync(join(home, "faults.yaml"), "rules:\n  - fault: delay\n    for: 5ms\n");
    writeFileSync(
      join(home, "tour.sh"),
      [
        "set -eu",
        "ip link set lo up",
        ...lines.flatMap((line, at) => [
          ...(at === 2 ? [`ORG=${id("org")}`, `SPACE=${id("space")}`] : []),
          `node tome ${line} >/dev/null 2>said || { echo "${line.replaceAll('"', "")}"; cat said; exit 1; }`,
        ]),
      ].join("\n"),
    );
    writeFileSync(join(home, "tome"), `require(${JSON.stringify(launcher)});\n`);
    const watched = [
      "strace",
      "-f",
      "--seccomp-bpf",
      "-qq",
      "-e",
      "trace=connect,sendto,sendmsg",
      "-o",
      trace,
    ];
    const words = [...alone, "--", ...watched, "sh", "tour.sh"];
    const [program = "", ...args] = words;
    const ended = spawnSync(program, args, {
      cwd: home,
      encoding: "utf8",
      env: { HOME: home, PATH: process.env.PATH },
    });
    expect([ended.stdout, ended.stderr, ended.status]).toEqual(["", "", 0]);
    const calls = readFileSync(trace, "utf8").split("\n");
    const addressed = calls.filter((call) => /sa_family=AF_INET6?\b/.test(call));
    const isHere = (call: string) =>
      /inet_addr\("127\.[\d.]+"\)|inet_pton\(AF_INET6, "::1"/.test(call) &&
      !/htons\(53\)/.test(call);
    const beyond = addressed.filter((call) => !isHere(call));
    expect(beyond).toEqual([]);
    // The tour has really used the network of this machine.
    expect(addressed.length).toBeGreaterThan(0);
    report(
      "S12",
      `${lines.length} commands in their own network, ${addressed.length} connections, ${beyond.length} beyond this machine`,
    );
  },
  300_000,
);
