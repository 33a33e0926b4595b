/**
 * Syntax highlighting with the grammars of highlight.js. Because they are large, this module is
 * loaded only for pages with code.
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
import { findOwn } from "../../json/own-members.ts";
import type { ColorCode, Token, TokenKind } from "./code-tokens.ts";

/** Treats each option as a unit, so that `--set` is not a command between dashes. */
const createBashGrammar: LanguageFn = (library) => {
  const grammar = bash(library);
  const option = { scope: "attr", match: /(?<![\w-])--?[a-z][\w-]*/i, relevance: 0 };
  return { ...grammar, contains: [option, ...grammar.contains] };
};

const grammars = {
  bash: createBashGrammar,
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

/** Aliases of languages, such as `ts`, `html` and `yml`, are defined by the grammars. */
let highlighter = createLowlight(grammars);
/** Still set at the next call if the time limit ended a call, perhaps while it compiled a grammar. */
let isRunning = false;

const prefix = "is-";
/** Token classes and their colors; other classes inherit the color of their parent. */
const kinds: Readonly<Record<string, TokenKind>> = {
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
  // Interpolations in a string are code.
  subst: "plain",
};

/** In characters, because the time of a grammar can grow with the square of the length. */
const longest = 10_000;

/** @returns undefined for an unknown language, and above the limit */
export const colorCode: ColorCode = (code, language) => {
  if (code.length > longest || !highlighter.registered(language)) return undefined;
  if (isRunning) highlighter = createLowlight(grammars);
  isRunning = true;
  const tokens: Token[] = [];
  collect(highlighter.highlight(language, code, { prefix }), "plain", tokens);
  isRunning = false;
  return tokens;
};

type HighlightTree = ReturnType<typeof highlighter.highlight>;
type HighlightNode = HighlightTree | HighlightTree["children"][number];

function collect(branch: HighlightNode, outer: TokenKind, tokens: Token[]): void {
  if (branch.type === "text") tokens.push({ text: branch.value, kind: outer });
  if (!("children" in branch)) return;
  const kind = branch.type === "element" ? parseKind(branch.properties.className) : undefined;
  for (const child of branch.children) collect(child, kind ?? outer, tokens);
}

/** @param names such as `["is-title", "function_"]` */
function parseKind(names: unknown): TokenKind | undefined {
  const [first] = Array.isArray(names) ? names : [];
  return findOwn(kinds, String(first).slice(prefix.length));
}
