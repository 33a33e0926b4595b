/** The commands whose run time is measured, with their targets, and minimal programs beside them. */
import { rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runTome } from "./embedded.mjs";

const root = join(import.meta.dirname, "..", "..");
const launcher = join(root, "bin", "tome.js");
/** Of the server, which signed it itself. */
export const certificate = join(root, "test/support/network/certificate/certificate.pem");

/**
 * `target` is the maximum run time, relative to an empty Node process, and `memory` the maximum in MiB.
 * A minimal program has none.
 * @typedef {import("./processes.mjs").Run & { target?: number, memory?: number }} MeasuredCommand
 */

/** Sends a GET request to the URL in the first argument, and prints a field of the response. */
const sendGet = `
const url = process.argv[1], ca = process.argv[2];
const options = { headers: { authorization: "Bearer token" } };
if (ca) options.ca = require("node:fs").readFileSync(ca);
require(ca ? "node:https" : "node:http").get(url, options, (response) => {
  let text = "";
  response.setEncoding("utf8").on("data", (part) => (text += part));
  response.on("end", () => require("node:fs").writeSync(1, JSON.parse(text).title + "\\n"));
});`;

/** Prints the organizations of the database in the first argument, with the engine in the second. */
const readDatabase = `
const { DatabaseSync } = require(process.argv[2]);
const database = new DatabaseSync(process.argv[1]);
const rows = database.prepare("select id, title from organizations").all();
require("node:fs").writeSync(1, JSON.stringify(rows) + "\\n");
database.close();`;

/**
 * Prepares the settings and the local data of the commands.
 * @param {string} folder for all files of the commands
 * @param {{ plain: string, secure: string }} urls of the server of `bare-server.mjs`
 * @returns {MeasuredCommand[]}
 */
export function prepareCommands(folder, { plain, secure }) {
  const home = {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: join(folder, "data"),
    TOME_CONFIG_DIR: join(folder, "settings"),
    // Forces colors as on a terminal, which loads the color library.
    FORCE_COLOR: "1",
  };
  const remote = { ...home, TOME_TOKEN: "token", TOME_BASE_URL: plain };
  /** Accepts the test certificate, which no default authority signed, but still performs the verification. */
  const waiving = join(folder, "waiving.cjs");
  writeFileSync(
    waiving,
    `const https = require("node:https"), { request } = https;
     https.request = (url, options) => request(url, { ...options, rejectUnauthorized: false });`,
  );
  const trusting = { ...home, TOME_CONFIG_DIR: join(folder, "trusting") };
  runTome(trusting, "config", "set", "ca-file", certificate);
  runTome(home, "org", "list", "--local");
  const one = (/** @type {string} */ url) => `${url}/v1/spaces/space000000000000001`;
  const engine = createRequire(import.meta.url).resolve("@photostructure/sqlite");
  const newFolder = join(folder, "new");
  const emptied = () => rmSync(newFolder, { recursive: true, force: true });

  return [
    { name: "--version", args: [launcher, "--version"], env: home, target: 1.1 },
    { name: "--help", args: [launcher, "--help"], env: home, target: 1.1 },
    { name: "space --help", args: [launcher, "space", "--help"], env: home, target: 1.1 },
    {
      name: "space list --help",
      args: [launcher, "space", "list", "--help"],
      env: home,
      target: 1.1,
    },
    {
      name: "GET of one, HTTP, as a table",
      args: [launcher, "space", "get", "space000000000000001", "--format", "table"],
      env: remote,
      target: 2,
      memory: 46,
    },
    { name: "a minimal GET, HTTP", args: ["-e", sendGet, one(plain)], env: home },
    {
      name: "GET of a list of 50, HTTP, as a table",
      args: [launcher, "space", "list", "--org", "organization00000001", "--format", "table"],
      env: remote,
      target: 2.3,
      memory: 46,
    },
    {
      name: "GET of one, TLS",
      args: ["--require", waiving, launcher, "space", "get", "space000000000000001"],
      env: { ...remote, TOME_BASE_URL: secure },
      target: 3.3,
    },
    {
      name: "GET of one, TLS, an authority of one's own",
      args: [launcher, "space", "get", "space000000000000001"],
      env: { ...remote, TOME_CONFIG_DIR: trusting.TOME_CONFIG_DIR, TOME_BASE_URL: secure },
      target: 3.3,
    },
    {
      name: "a minimal GET, TLS, an authority of one's own",
      args: ["-e", sendGet, one(secure), certificate],
      env: home,
    },
    {
      name: "org list --local",
      args: [launcher, "org", "list", "--local"],
      env: home,
      target: 2.5,
    },
    {
      name: "a minimal program that reads the database",
      args: ["-e", readDatabase, join(folder, "data/tome/local/tome.sqlite"), engine],
      env: home,
    },
    {
      name: "org list --local, the first ever",
      args: [launcher, "org", "list", "--local"],
      env: { ...home, XDG_DATA_HOME: newFolder },
      before: emptied,
      target: 3.5,
    },
    {
      name: "the same, and the first command at all",
      args: [launcher, "org", "list", "--local"],
      env: { ...home, HOME: newFolder, XDG_DATA_HOME: newFolder, TOME_CONFIG_DIR: newFolder },
      before: emptied,
      target: 4.5,
    },
  ];
}
