/**
 * Code in colours: which part of it is a keyword, a text, a comment. The grammars are those of
 * highlight.js; as they are large, this module is loaded only for a page that has code.
 */
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import clojure from "highlight.js/lib/languages/clojure";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import dart from "highlight.js/lib/languages/dart";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import elixir from "highlight.js/lib/languages/elixir";
import go from "highlight.js/lib/languages/go";
import graphql from "highlight.js/lib/languages/graphql";
import groovy from "highlight.js/lib/languages/groovy";
import haskell from "highlight.js/lib/languages/haskell";
import http from "highlight.js/lib/languages/http";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import lua from "highlight.js/lib/languages/lua";
import makefile from "highlight.js/lib/languages/makefile";
import markdown from "highlight.js/lib/languages/markdown";
import nginx from "highlight.js/lib/languages/nginx";
import objectivec from "highlight.js/lib/languages/objectivec";
import perl from "highlight.js/lib/languages/perl";
import php from "highlight.js/lib/languages/php";
import powershell from "highlight.js/lib/languages/powershell";
import properties from "highlight.js/lib/languages/properties";
import protobuf from "highlight.js/lib/languages/protobuf";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import scala from "highlight.js/lib/languages/scala";
import scss from "highlight.js/lib/languages/scss";
import shell from "highlight.js/lib/languages/shell";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight, type LanguageFn } from "lowlight";
import type { ColourCode, Kind, Token } from "./code-tokens.ts";

/** With each option as a whole, so that `--set` is not a command within dashes. */
const bashWithOptions: LanguageFn = (library) => {
  const grammar = bash(library);
  const option = { scope: "attr", match: /(?<![\w-])--?[a-z][\w-]*/i, relevance: 0 };
  return { ...grammar, contains: [option, ...grammar.contains] };
};

const grammars = {
  bash: bashWithOptions,
  ...{ c, clojure, cpp, csharp, css, dart, diff, dockerfile, elixir, go, graphql, groovy },
  ...{ haskell, http, ini, java, javascript, json, kotlin, lua, makefile, markdown, nginx },
  ...{
    objectivec,
    perl,
    php,
    powershell,
    properties,
    protobuf,
    python,
    r,
    ruby,
    rust,
    scala,
    scss,
  },
  ...{ shell, sql, swift, typescript, xml, yaml },
};

/** Each grammar knows other names of its language, such as `ts`, `html` and `yml`. */
let highlighter = createLowlight(grammars);
/** Still set at the next code if it was ended on its way, perhaps while it prepared a grammar. */
let isRunning = false;

const prefix = "is-";
/** What the grammars find, by the colour that it gets here; the rest has that of what it is in. */
const kinds: Readonly<Record<string, Kind>> = {
  ...{
    keyword: "keyword",
    "template-tag": "keyword",
    doctag: "keyword",
    "selector-pseudo": "keyword",
  },
  ...{ string: "string", regexp: "string", char: "string", quote: "string", link: "string" },
  ...{ number: "number", literal: "number", symbol: "number", bullet: "number" },
  ...{ comment: "comment", meta: "comment" },
  ...{ title: "name", section: "name", "selector-id": "name", "selector-class": "name" },
  ...{ attr: "property", attribute: "property", property: "property", variable: "property" },
  ...{ "template-variable": "property", "selector-attr": "property" },
  ...{ type: "type", built_in: "type" },
  ...{ name: "tag", "selector-tag": "tag", prompt: "tag" },
  ...{ addition: "added", deletion: "removed" },
  // What a text has in between is code again.
  subst: "plain",
};

/** In characters; the time that a grammar takes can grow with the square of them. */
const longest = 10_000;

/** @returns undefined for a language that is not known, and for more than is coloured */
export const colourCode: ColourCode = (code, language) => {
  if (code.length > longest || !highlighter.registered(language)) return undefined;
  if (isRunning) highlighter = createLowlight(grammars);
  isRunning = true;
  const tokens: Token[] = [];
  collect(highlighter.highlight(language, code, { prefix }), "plain", tokens);
  isRunning = false;
  return tokens;
};

type Tree = ReturnType<typeof highlighter.highlight>;
type Branch = Tree | Tree["children"][number];

function collect(branch: Branch, outer: Kind, tokens: Token[]): void {
  if (branch.type === "text") tokens.push({ text: branch.value, kind: outer });
  if (!("children" in branch)) return;
  const kind = branch.type === "element" ? parseKind(branch.properties.className) : undefined;
  for (const child of branch.children) collect(child, kind ?? outer, tokens);
}

/** @param names such as `["is-title", "function_"]` */
function parseKind(names: unknown): Kind | undefined {
  const [first] = Array.isArray(names) ? names : [];
  return kinds[String(first).slice(prefix.length)];
}
