/** What tome guarantees; the proof of each is the test in test/promises that begins with its name. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
export const promises = {
  Tokens: {
    T1: "A token goes to the very origin it was stored for: same scheme, host and port.",
    T2: "Only a GET follows a redirect, within its origin, five times at most; no change is sent again.",
    T3: "A token stands nowhere but in its store and in the Authorization header.",
    T4: "A token that no header can hold is refused without being repeated.",
    T5: "Secrets come from standard input, the environment or a hidden prompt, never from a flag.",
    T6: "Files of tome's own are for their owner alone, whatever the umask; others' files are not used.",
    T7: "A keyring that is absent, locked or hung costs seconds and no secret; where a token lives is said.",
    T8: "A token of the environment goes to the address of the environment or the default; a project file moves neither.",
    T9: "A recording holds no secret, wherever it stood: flags, fields, bodies, headers, addresses.",
  },
  "Hostile input": {
    H1: "No text of a workspace steers the terminal; JSON gives it back byte by byte.",
    H2: "Names of files write nothing outside the folder that was named, and replace nothing unasked.",
    H3: "Only web addresses are opened, and no program is started through a shell.",
    H4: "The platform fetches from public addresses alone, at every hop, unless private ones are allowed.",
    H5: "What is too large, too deep or too dense is refused before the work begins.",
    H6: "A stored pattern cannot hold up other people's requests.",
    H7: "Keys such as __proto__ are data, or refused.",
    H8: "Cells of CSV and TSV are no formulas.",
    H9: "Completion runs nothing, whatever things are called.",
    H10: "Whatever is done to a signed response of SAML, it signs in whom its provider named for this service and time, or nobody.",
  },
  Client: {
    C1: "A fault of the network ends in time, with a clear error and no wrong data.",
    C2: "A POST is sent again only if the first one cannot have arrived; else its outcome is called unknown.",
    C3: "After a 429 nothing is sent before the server's own time, and not by all at once.",
    C4: "A list is whole, or the command fails and shows it.",
    C5: "A bulk run that is killed and resumed does each item once, or lists it as unknown.",
    C6: "Much output reaches a slow reader whole, and a closed pipe is quiet.",
    C7: "Ctrl-C ends after the item at hand, with the journal closed; a second one ends at once.",
    C8: "Settings that many processes write stay whole, and a broken file is no dead end.",
    C9: "Proxies and certificates of one's own work, and TLS is never off unasked.",
    C10: "Answers of a newer platform come through unchanged.",
  },
  Platform: {
    S1: "What was answered survives a kill, and no change is half done.",
    S2: "What was answered is on the disk.",
    S3: "One process owns the data, and says so to a second one.",
    S4: "A full disk or a damaged file loses nothing that was acknowledged, and says how to recover.",
    S5: "An export is whole at every moment, and importing it gives the same data.",
    S6: "SIGTERM lets go of the work at hand only when it is answered.",
    S7: "No request brings the platform down, and a refused one changes nothing.",
    S8: "It answers as a simple model of it would, to several clients at once.",
    S9: "A page in a browser can neither read nor change anything.",
    S10: "A wrong token, or one of another workspace, gets nothing.",
    S11: "Slow and endless requests do not hold up the others.",
    S12: "Without an account, nothing is connected to beyond this machine.",
    S13: "The same seed, clock and calls give the same data.",
    S14: "Each operation says how close it is to the hosted one; what is absent answers 501; each address in an answer leads somewhere.",
    S15: "Everything holds on PostgreSQL too, also where several processes share it.",
    S16: "No request of one caller holds up the others.",
    S17: "Damage of the data is found before it is served.",
  },
  Fidelity: {
    F1: "What published clients send is taken, and answers are as published, but for differences that have a reason.",
    F2: "An export writes what nobody changed as it was, byte by byte.",
  },
  Names: {
    N1: "A name acts on the thing that its id would name, or on nothing.",
  },
  Gates: {
    G1: "A rule of tome check finds its fault, at its place and nothing else, and nothing where no fault is.",
    G2: "A finding stays the same finding through new titles, words and moved lines, so a baseline holds.",
    G3: "What a check of a repository finds, the import that follows shows.",
  },
  Access: {
    A1: "Each row of who has access is what the platform answers that person, with its reason; what was not read is named.",
    A2: "After an offboarding the person's token opens no content, and nothing that others need is lost.",
    A3: "A roster that is cut anywhere removes no more people than the limit; followed twice, the second time sends nothing.",
    A4: "Killed at any request and run again, offboarding, roster and decisions end the same.",
  },
  History: {
    U1: "What is sent and undone leaves everything as it was, or undo says what does not.",
    U2: "Undo overwrites nothing that somebody has changed since.",
    U3: "A write that is killed between send and answer is in the history as unknown, and a look finds out.",
    U4: "The history keeps no secret, and is for its owner alone.",
  },
  Organization: {
    O1: "What is exported and applied to an empty organization is exported again the same; a second apply sends nothing.",
    O2: "Killed at any request and resumed, an apply ends the same, with nothing made twice.",
    O3: "What others finish before a thing is read again is not overwritten.",
    O4: "Drift names each change and no other, and sends nothing but GET.",
    O5: "An apply deletes only what its lock has, only when asked, never what is protected, and never much at once.",
    O6: "A large organization is read by its lists and one request for each team and site.",
  },
  Backup: {
    B1: "What is restored from a backup into an empty organization gives the same backup, but for ids, and no link is broken that was not.",
    B2: "One byte of a backup that changes, anywhere, is told by the name of its file.",
    B3: "A backup fetches the pages that changed since the last one, and no other.",
    B4: "A backup that is killed leaves the earlier one whole and the next goes on; a restore that is killed goes on to the same end.",
  },
  "From code": {
    L1: "Platforms that a program starts do not meet, and closed ones leave nothing: no file, no port, nothing that runs.",
    L2: "What a program calls with a faulty input sends nothing, and its token goes to its own address alone, whatever the environment says.",
  },
  Supply: {
    P1: "The package installs without scripts, few others come with it, and a second build is the same.",
    P2: "Behind every proof is a guard whose removal it notices.",
  },
};

/**
 * Proofs that run alone, each with the reason; the others run two at a time.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const alone = {
  T7: "measures how long a keyring is waited for",
  H5: "measures memory and how long requests hold up others",
  H6: "measures how long other people's requests take",
  C1: "ends what outlasts its time limit",
  C6: "measures memory",
  C7: "tells interrupts apart by milliseconds",
  S6: "measures how long an end takes",
  S11: "measures how long other requests take",
  S13: "measures start-up",
  S16: "measures how long other requests take",
  S15: "its tests and servers use every core",
  P2: "its tests use every core",
};

/**
 * Promises without a file of guards, each with the reason.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const unguarded = {
  P2: "it is the removal of the guards of all others, and its own test removes some of a sample that must not count",
};

/**
 * Proofs that stand beside the part that keeps the promise.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const elsewhere = {
  // All tests of the platform, which the long run does on either database.
  S15: ["test/service"],
  C9: [
    "test/client/transport.test.ts",
    "test/client/proxy.test.ts",
    "test/client/certificates.test.ts",
  ],
};

/**
 * The tests that prove a promise, as paths from the root.
 *
 * @param {string} root
 * @param {string} id
 */
export function proofsOf(root, id) {
  const folder = join(root, "test", "promises");
  const own = readdirSync(folder)
    .filter((name) => name.startsWith(`${id.toLowerCase()}-`) && name.endsWith(".test.ts"))
    .sort()
    .map((name) => `test/promises/${name}`);
  return [...own, ...(elsewhere[id] ?? [])];
}

/**
 * What a record of a promise's proof depends on, as paths from the root.
 *
 * @param {string} root
 * @param {string} id
 */
export function sourcesOf(root, id) {
  const tests = id === "P2" ? ["test"] : ["test/support", ...proofsOf(root, id)];
  return [...program, ...tests, guardsFile(id)];
}

/** What the program is made from. */
const program = [
  "src",
  "bin",
  "completions",
  "scripts/building",
  "package.json",
  "package-lock.json",
];

/** @param {string} id */
export const guardsFile = (id) => `test/promises/guards/${id.toLowerCase()}.json`;
