/** Which content each space of the sample has. A book comes after those that it points into. */
import type { Draft } from "../drafts.ts";
import type { Variables } from "../tree.ts";
import { apiReference, commandLine, javascriptClient, pythonClient } from "./developers.ts";
import { files, type SampleFile } from "./files.ts";
import { gettingStarted, userGuide, welcome } from "./product.ts";
import { releaseNotes } from "./releases.ts";
import { agentHandbook, beta, contributing, onCall, runbooks, supportAnswers } from "./team.ts";
import { french, german } from "./translations.ts";

export interface SampleBook {
  /** The title of the space. */
  readonly space: string;
  readonly pages: readonly Draft[];
  readonly files?: readonly SampleFile[];
  readonly variables?: Variables;
}

export const books: readonly SampleBook[] = [
  { space: "Welcome", pages: welcome },
  { space: "Getting started", pages: gettingStarted, files: [files.drawing] },
  {
    space: "User guide",
    pages: userGuide,
    files: [files.picture, files.table],
    variables: { product: "Lumen", version: "3.4" },
  },
  { space: "Release notes", pages: releaseNotes },
  { space: "Benutzerhandbuch", pages: german },
  { space: "Guide de l’utilisateur", pages: french },
  { space: "API reference", pages: apiReference },
  { space: "Command line", pages: commandLine },
  { space: "JavaScript client", pages: javascriptClient },
  { space: "Python client", pages: pythonClient },
  { space: "Incident runbooks", pages: runbooks },
  { space: "On-call handbook", pages: onCall },
  { space: "Support answers", pages: supportAnswers },
  { space: "Beta program", pages: beta },
  { space: "Agent handbook", pages: agentHandbook, files: [files.drawing] },
  { space: "Contributing", pages: contributing },
];
