/**
 * Checks the files of a repository as an import reads them. Pure: reads through the given function.
 */
import { ApiError } from "../../errors.ts";
import { parseDay } from "../calendar-day.ts";
import { findExpressionFault, mostExpressions } from "../page-expressions.ts";
import { findYamlLine } from "../yaml.ts";
import { checkNames, checkPointers, explainMissing } from "./check-files.ts";
import { checkLinks } from "./check-links.ts";
import { checkOutline } from "./check-outline.ts";
import { hasUnreadHead, listIgnoredSettings } from "./front-matter.ts";
import {
  largestFile,
  longestSettings,
  longestSummary,
  longestVariables,
  mostBytes,
  mostIncludes,
} from "./import-limits.ts";
import { createMissingFileFinder } from "./missing-file.ts";
import { layOut } from "./outline.ts";
import {
  branches,
  type PageElements,
  parsePageElements,
  type TagFault,
  type WrittenExpression,
} from "./page-elements.ts";
import { assetsFolder, isAttachment } from "./paths.ts";
import type { RepositoryFault, RepositoryFile } from "./repository-fault.ts";
import { readSettings, settingsName } from "./settings.ts";
import { parseVariables, VariablesError, variablesLocation } from "./variables.ts";

interface CheckInput {
  /** All files of the project by path from its folder, without links. */
  readonly files: readonly RepositoryFile[];
  /** Symbolic links of the project, by path from its folder. */
  readonly links?: readonly string[] | undefined;
  /** Reads the text of a file. */
  readonly read: (path: string) => Promise<string>;
  /** Reads a small file that may not be text; undefined if it cannot be read. */
  readonly readSmall?: ((path: string) => Promise<string | undefined>) | undefined;
  /** Whether a path exists that is not in the list of files. */
  readonly exists?: ((path: string) => Promise<boolean>) | undefined;
  /** The date of the check, such as 2026-12-31; without it, review dates are not compared. */
  readonly today?: string | undefined;
  /** Called before each text is read. */
  readonly onText?: (done: number, all: number) => void;
  /** Whether a Markdown file may be missing from the table of contents. */
  readonly mayBeUnlisted: (path: string) => boolean;
  /**
   * Results of an earlier check, updated by this one; files with an unchanged stamp are not read
   * again.
   */
  readonly texts?: CheckedTexts | undefined;
}

/** Result for a single text, by path and stamp. */
export type CheckedTexts = Map<string, CheckedText>;

interface CheckedText {
  /** Undefined for a text that an import does not read. */
  readonly facts?: PageElements;
  readonly faults: readonly RepositoryFault[];
}

export interface CheckedRepository {
  /** In file order. */
  readonly faults: readonly RepositoryFault[];
  readonly pages: number;
  /** Errors that prevented further checks. */
  readonly unread: readonly RepositoryFault[];
}

/** @throws errors of `read` */
export async function checkRepository({
  files,
  links = [],
  read,
  readSmall,
  exists,
  today,
  onText,
  mayBeUnlisted,
  texts: cachedTexts,
}: CheckInput): Promise<CheckedRepository> {
  const faults: RepositoryFault[] = [];
  const add = (fault: RepositoryFault) => void faults.push(fault);
  const settingsFile = files.find(({ path }) => path === settingsName);
  if (settingsFile && settingsFile.size > longestSettings * 4) {
    const message = `${settingsName} has ${settingsFile.size} bytes; the maximum for an import is ${longestSettings} characters.`;
    const fault = { rule: "too-large", path: settingsName, target: "", message } as const;
    return { faults: [fault], pages: 0, unread: [fault] };
  }
  const yaml = settingsFile && (await read(settingsFile.path));
  const settings = readSettings("", yaml);
  for (const { message, at, line } of settings.faults) {
    add({
      rule: "settings-invalid",
      path: settingsName,
      line: line ?? findYamlLine(yaml ?? "", at),
      target: at.join("."),
      message,
    });
  }
  // An import would stop here, and the content of another folder is unknown.
  if (settings.faults.some(({ reason }) => reason === "failed")) {
    return { faults, pages: 0, unread: faults };
  }
  const layout = layOut(files, settings.paths);
  const { summary } = layout;
  if (summary && summary.size > longestSummary) {
    const message = `${summary.path} has ${summary.size} bytes; the maximum for an import is ${longestSummary}.`;
    add({ rule: "too-large", path: summary.path, target: "", message });
    return { faults, pages: 0, unread: faults };
  }
  const { root } = settings.paths;
  const start = root === "" ? "" : `${root}/`;
  const finder = createMissingFileFinder(
    layout.files.keys(),
    links.flatMap((path) => (path.startsWith(start) ? path.slice(start.length) : [])),
  );
  const text = summary && (await read(summary.path));
  const outline = checkOutline({ layout, paths: settings.paths, text, mayBeUnlisted, finder }, add);
  if (outline === undefined) return { faults, pages: 0, unread: faults };
  const variables = layout.files.get(variablesLocation);
  const inVariables = variables ? await checkVariables(variables, read) : [];
  for (const fault of inVariables) add(fault);
  const facts = new Map<string, PageElements>();
  const checked: CheckedTexts = new Map();
  const texts = [...outline.present, ...outline.includes];
  for (const [at, location] of texts.entries()) {
    onText?.(at, texts.length);
    const file = layout.files.get(location);
    if (!file) continue;
    const { path, stamp } = file;
    const key = `${path}\0${stamp}`;
    const text = (stamp && cachedTexts?.get(key)) || (await checkText(path, await read(path)));
    checked.set(key, text);
    if (text.facts) facts.set(location, text.facts);
    for (const fault of text.faults) faults.push(fault);
    // The result for an unchanged text depends on the date, so it is not cached.
    const overdue = text.facts && today && findOverdueReview(text.facts, today);
    if (overdue) add({ rule: "review-due", path, ...overdue });
  }
  cachedTexts?.clear();
  for (const [key, text] of checked) cachedTexts?.set(key, text);
  const { used, usedLinks } = checkLinks({ layout, outline, facts, settings, yaml, finder }, add);
  checkFiles(layout.files, used, outline.includes.length, add);
  checkNames(layout.files, links, new Set([...usedLinks].map((path) => start + path)), add);
  const contentFiles = [...used, ...outline.present, ...outline.includes].flatMap(
    (location) => layout.files.get(location) ?? [],
  );
  if (readSmall) await checkPointers(contentFiles, readSmall, add);
  if (exists) await explainMissing(faults, (location) => exists(start + location));
  const order = new Map(files.map(({ path }, at) => [path, at]));
  const rank = ({ path }: RepositoryFault) => order.get(path) ?? -1;
  faults.sort((one, other) => rank(one) - rank(other) || (one.line ?? 0) - (other.line ?? 0));
  // If the settings cannot be parsed, nothing else about them is known.
  const isWhole = ({ rule, path, target }: RepositoryFault) =>
    rule === "settings-invalid" && path === settingsName && target === "";
  const unread = faults.filter(
    (one) => one.rule === "too-large" || isWhole(one) || inVariables.includes(one),
  );
  return { faults, pages: outline.present.length, unread };
}

async function checkVariables(
  { path, size }: RepositoryFile,
  read: CheckInput["read"],
): Promise<RepositoryFault[]> {
  if (size > longestVariables) {
    const message = `${path} has ${size} bytes; the maximum for an import is ${longestVariables}.`;
    return [{ rule: "too-large", path, target: "", message }];
  }
  const text = await read(path);
  try {
    parseVariables(text, path);
    return [];
  } catch (error) {
    if (!(error instanceof VariablesError)) throw error;
    const { message, variable } = error;
    const line = variable === "" ? 1 : findYamlLine(text, [variable]);
    return [{ rule: "settings-invalid", path, line, target: variable, message }];
  }
}

async function checkText(path: string, text: string): Promise<CheckedText> {
  try {
    const facts = parsePageElements(text);
    const faults: RepositoryFault[] = [];
    findFaults(path, text, facts, (fault) => void faults.push(fault));
    for (const fault of await checkExpressions(path, facts)) faults.push(fault);
    return { facts, faults };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const message = `${path}: ${error.message}`;
    return { faults: [{ rule: "too-large", path, target: "", message }] };
  }
}

function findFaults(
  path: string,
  text: string,
  { hasHead, values, tags, longRows }: PageElements,
  add: (fault: RepositoryFault) => void,
): void {
  if (!hasHead && hasUnreadHead(text)) {
    add({
      rule: "front-matter-lost",
      path,
      line: 1,
      target: "",
      message: "The front matter is not valid YAML, so it becomes part of the text.",
    });
  }
  for (const { cells, columns, line } of longRows) {
    const target = `row ${line}`;
    const message = `The row has ${cells} cells, and the table has ${columns} columns, so readers do not see the last cells. Write a pipe in a cell as \\|.`;
    add({ rule: "table-cells", path, line, target, message });
  }
  for (const [name, means] of listIgnoredSettings({ values })) {
    add({
      rule: "front-matter-lost",
      path,
      line: formatSettingLine(text, name),
      target: name,
      message: `${name} must be ${means}; this value has no effect.`,
    });
  }
  const countByName = new Map<string, number>();
  for (const tag of tags) {
    const count = (countByName.get(tag.name) ?? 0) + 1;
    countByName.set(tag.name, count);
    const target = count === 1 ? tag.name : `${tag.name} ${count}`;
    add({ ...describeTag(tag), path, line: tag.line, target });
  }
}

async function checkExpressions(
  path: string,
  { expressions }: PageElements,
): Promise<RepositoryFault[]> {
  const faults: RepositoryFault[] = [];
  const texts = new Set<string>();
  let characters = 0;
  for (const { is, text, line } of expressions) {
    if (!texts.has(text)) characters += text.length;
    texts.add(text);
    const fault =
      characters > mostExpressions
        ? `the expressions of a page have at most ${mostExpressions} characters in total`
        : await findExpressionFault(text);
    if (fault === undefined) continue;
    const message = describeExpressionFault(is, text, fault);
    faults.push({ rule: "expression-invalid", path, line, target: text.slice(0, 100), message });
  }
  return faults;
}

function describeExpressionFault(is: WrittenExpression["is"], text: string, fault: string): string {
  if (is === "condition" && text === "") {
    return "{% if %} has no condition, so all visitors see its text.";
  }
  const name = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `The ${is} ${JSON.stringify(name)} is invalid: ${fault}.`;
}

/** A date of front matter, which YAML may read as a time. */
const dateForm = /^(\d{4}-\d{2}-\d{2})(?:T00:00:00(?:\.000)?Z)?$/;

/** Reports a page whose review date has passed or cannot be read, with its owner. */
function findOverdueReview(
  { values }: PageElements,
  today: string,
): Pick<RepositoryFault, "target" | "message"> | undefined {
  const { reviewBy, owner } = values;
  if (reviewBy === undefined || reviewBy === null) return undefined;
  const text = String(reviewBy).slice(0, 40);
  const date = dateForm.exec(text)?.[1];
  if (date === undefined || parseDay(date) === undefined) {
    const message = `reviewBy must be a date such as 2026-12-31, not ${JSON.stringify(text)}.`;
    return { target: "reviewBy", message };
  }
  if (date > today) return undefined;
  const who = typeof owner === "string" && owner !== "" ? ` by ${owner.slice(0, 100)}` : "";
  return { target: "reviewBy", message: `The review${who} was due on ${date}.` };
}

function describeTag({ is, name, meant }: TagFault): Pick<RepositoryFault, "rule" | "message"> {
  if (branches.has(name)) {
    const message = `{% ${name} %} is not a block: readers see it as text, below the same condition. Write another {% if %} with the opposite condition.`;
    return { rule: "block-unknown", message };
  }
  if (is === "unknown") {
    const hint = meant === undefined ? "" : `; did you mean ${meant}?`;
    return { rule: "block-unknown", message: `Unknown block {% ${name} %}${hint || "."}` };
  }
  if (is === "text") {
    const message = `Readers see the tag {% ${name} %} as text. Put it on a line of its own, without unusual spaces.`;
    return { rule: "tag-as-text", message };
  }
  if (is === "attributes") {
    const message = `The attributes of {% ${name} %} cannot be read. Write them as name="value", without spaces around the equals sign.`;
    return { rule: "tag-as-text", message };
  }
  return is === "stray"
    ? {
        rule: "block-unclosed",
        message: `{% end${name} %} has no matching {% ${name} %} at the same level.`,
      }
    : {
        rule: "block-unclosed",
        message: `{% ${name} %} has no {% end${name} %} on a line of its own at the same level.`,
      };
}

function formatSettingLine(text: string, name: string): number {
  const lines = text.split("\n", 200);
  const at = lines.findIndex((line) => line.replace(/^["']/, "").startsWith(name));
  return Math.max(at, 0) + 1;
}

/**
 * @param files by location
 * @param used locations of files that texts use
 * @param includes number of texts that can be included
 */
function checkFiles(
  files: ReadonlyMap<string, RepositoryFile>,
  used: ReadonlySet<string>,
  includes: number,
  add: (fault: RepositoryFault) => void,
): void {
  let sum = 0;
  for (const [location, { path, size }] of files) {
    const isTaken = location.startsWith(`${assetsFolder}/`) || used.has(location);
    if (!isAttachment(location) || !isTaken) continue;
    sum += size;
    if (size <= largestFile) continue;
    const message = `${path} has ${size} bytes; the maximum is ${largestFile}.`;
    add({ rule: "too-large", path, target: "", message });
  }
  if (sum > mostBytes) {
    const message = `The files of the pages have ${sum} bytes in total; the maximum for an import is ${mostBytes}.`;
    add({ rule: "too-large", path: "", target: "files", message });
  }
  if (includes > mostIncludes) {
    const message = `.gitbook/includes has ${includes} files; the maximum for an import is ${mostIncludes}.`;
    add({ rule: "too-large", path: ".gitbook/includes", target: "includes", message });
  }
}
