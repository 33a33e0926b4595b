#!/usr/bin/env node
/**
 * Start of tome: prints the version and help texts from the build, and loads the program for
 * everything else.
 */
"use strict";
const { existsSync, fstatSync, readFileSync, writeSync } = require("node:fs");
const { resolve } = require("node:path");

const built = resolve(__dirname, "../dist");
const word = /^[a-z][a-z0-9-]*$/;
/** The widths of the stored help; output that is not a terminal gets the first. */
const helpWidths = [80, 60, 40];

run();

function run() {
  if (isTooOld(process.versions.node)) {
    return fail(`tome requires Node 20.19 or later. This is Node ${process.versions.node}.`);
  }
  const args = process.argv.slice(2);
  const text = knownAnswer(args);
  return text === undefined ? startProgram(args) : print(styled(text));
}

function isTooOld(version) {
  const [major, minor] = version.split(".").map(Number);
  return major < 20 || (major === 20 && minor < 19);
}

/** The version or a help text, if the command line requests nothing else. */
function knownAnswer(args) {
  const first = args[0];
  const last = args[args.length - 1];
  if (args.length === 1 && (first === "--version" || first === "-V")) return read("version.txt");
  if (last === "--help" || last === "-h") return getHelp(args.slice(0, -1));
  // A topic is stored under its whole line: `help environment`.
  if (first === "help") return getHelp(args) || getHelp(args.slice(1));
  return getHelp(args, isNoun);
}

/** Undefined if the words are not a command; the program reports the error. */
function getHelp(words, isMeant = () => true) {
  const folder = `help/${helpWidth()}`;
  if (words.length === 0) return read(`${folder}/tome.txt`);
  if (!words.every((one) => word.test(one))) return undefined;
  const file = read(`${folder}/${words[0]}.json`);
  if (file === undefined) return undefined;
  const { lines, texts: stored } = JSON.parse(file);
  const texts = new Map(Object.entries(stored));
  const path = words.slice(1).join(" ");
  const text = isMeant(texts, path) ? texts.get(path) : undefined;
  // A plural is stored as the words of its noun.
  if (typeof text === "string") return getHelp(text.split(" "));
  return text === undefined ? undefined : text.map((index) => lines[index]).join("\n");
}

function helpWidth() {
  const columns = (isTerminal() && process.stdout.columns) || helpWidths[0];
  return helpWidths.find((width) => width <= columns) || 40;
}

/** The streams of the process are slow to open, so files and pipes are recognized by the descriptor. */
function isTerminal() {
  try {
    return fstatSync(1).isCharacterDevice() && process.stdout.isTTY === true;
  } catch {
    return false;
  }
}

/** With bold headings, as in src/app/help/help.ts. */
function styled(text) {
  if (!wantsColour(process.env)) return text;
  return text.replace(/^[A-Z][\w ()-]*:$/gm, (heading) => `\x1b[1m${heading}\x1b[22m`);
}

/** The same decision as in src/terminal/style.ts. */
function wantsColour(env) {
  const { NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM } = env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== "0") return true;
  return CLICOLOR !== "0" && TERM !== "dumb" && isTerminal() && !isAgent(env);
}

/** The same decision as in src/terminal/agent-environment.ts. */
function isAgent(env) {
  if (env.TOME_AGENT) return env.TOME_AGENT !== "0" && env.TOME_AGENT !== "false";
  return Object.keys(env).some(
    (name) =>
      /^(?:AI_AGENT|CLAUDECODE|CURSOR_AGENT|GEMINI_CLI|CODEX_SANDBOX|CODEX_THREAD_ID|OPENCODE)$/.test(
        name,
      ) && env[name],
  );
}

/** A noun without a verb prints its help. */
function isNoun(texts, path) {
  const start = path === "" ? "" : `${path} `;
  return [...texts.keys()].some((other) => other !== path && other.startsWith(start));
}

/** Undefined if there is no such file, because the command does not exist or tome is not built. */
function read(file) {
  try {
    return readFileSync(`${built}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

function startProgram(args) {
  const cwd = findFolder();
  let program;
  try {
    program = require("./program.js").loadProgram(built);
  } catch (error) {
    if (existsSync(`${built}/main.js`)) throw error;
    return fail("tome is not built in this folder. Run: npm run build");
  }
  const machine = {
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd,
    interrupted: () => new Promise(onInterrupt),
  };
  let isFinished = false;
  process.once("exit", (code) => {
    // Nothing is left to run, but the program still waits: without a code, the command succeeded.
    if (!isFinished && code === 0) fail("error: tome stopped before the command was finished.");
  });
  return program.main(args, machine).then((code) => {
    isFinished = true;
    process.exitCode = code;
  });
}

/** The current folder; empty if it was deleted. */
function findFolder() {
  try {
    return process.cwd();
  } catch {
    return "";
  }
}

/** The first signal asks the program to end, a later one ends it. */
function onInterrupt(askToEnd) {
  let isAsked = false;
  let isOver = false;
  // Node removes the handlers before it exits: a signal in that moment would kill the process.
  process.once("beforeExit", () => process.exit());
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    // The terminal was closed.
    ["SIGHUP", 129],
  ]) {
    process.on(signal, () => {
      // npm forwards the signal that the terminal has sent already.
      if (isOver) process.exit(code);
      if (isAsked) return;
      isAsked = true;
      askToEnd();
      // On a busy machine, a late repeated signal is handled before the immediate.
      setTimeout(() => setImmediate(() => (isOver = true)), 100).unref();
    });
  }
}

/** Writes the whole text at the speed of the reader, and ignores a reader that leaves. */
function print(text) {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code === "EPIPE" || error.code === "EOF") return;
      if (error.code !== "EAGAIN") return fail(`The output cannot be written: ${error.message}`);
      // The pipe is full: wait two milliseconds for the reader.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
