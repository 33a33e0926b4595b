/** Reads the text of one file, JSON or YAML, into its value. */

import { bounds } from "./bounds.ts";
import { immoderate, Unreadable } from "./fault.ts";
import { readJson } from "./json-source.ts";
import type { Source } from "./source.ts";

/**
 * JSON where it can be read as that, else YAML.
 * @throws Unreadable with every fault of its syntax, or the limit that it goes beyond
 */
export async function readSource(text: string): Promise<Source> {
  if (text.length > bounds.fileBytes) {
    throw immoderate(`The file is larger than ${bounds.fileBytes} bytes, the most that is read.`);
  }
  // Editors of one system put the mark there.
  const content = text.replace(/^\u{FEFF}/u, "");
  if (/^\s*[[{]/.test(content)) return readBraced(content);
  return readYaml(content);
}

/** YAML has the braces of JSON too, with fewer quotes. */
async function readBraced(content: string): Promise<Source> {
  try {
    return await readJson(content);
  } catch (error) {
    if (!(error instanceof Unreadable) || error.faults[0]?.code !== "JSON_SYNTAX") throw error;
    return readYaml(content).catch(() => {
      throw error;
    });
  }
}

async function readYaml(content: string): Promise<Source> {
  const { readYaml } = await import("./yaml-source.ts");
  return readYaml(content);
}
