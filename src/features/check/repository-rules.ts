/** Rules for the files of a repository. */
import type { RepositoryRule } from "../../document/repository/repository-fault.ts";
import type { CheckRule, RuleText } from "./rule.ts";

const words: Readonly<Record<RepositoryRule, RuleText>> = {
  "settings-invalid": {
    title: "Invalid settings",
    level: "error",
    finds:
      "A `.gitbook.yaml` that is not valid YAML, names a folder that does not exist, or has unknown fields.",
    why: "An import is refused, or ignores the field.",
    fix: "Correct or remove the line. The fields are root, structure.readme, structure.summary and redirects.",
  },
  "readme-missing": {
    title: "Missing first page",
    level: "error",
    finds: "A repository without the README.md that is named in its settings.",
    why: "It is the first page. Without it and without a SUMMARY.md, an import is refused.",
    fix: "Add the file, or set structure.readme in .gitbook.yaml to another file.",
  },
  "summary-missing": {
    title: "Missing table of contents",
    level: "notice",
    finds: "A repository without the SUMMARY.md that is named in its settings.",
    why: "The titles and the order of pages are then derived from file names.",
    fix: "Add a SUMMARY.md that lists the pages. An export creates one.",
  },
  "name-case": {
    title: "File names with different case",
    level: "warning",
    finds: "A README or SUMMARY whose name differs from the settings only in upper and lower case.",
    why: "On a case-sensitive file system, an export adds a second file.",
    fix: "Rename the file with git mv, or change the name in .gitbook.yaml.",
  },
  "page-missing": {
    title: "Pages without a file",
    level: "error",
    finds: "A line of SUMMARY.md whose file does not exist.",
    why: "The page is imported without content.",
    fix: "Correct the path, add the file, or remove the line.",
  },
  "page-twice": {
    title: "Duplicate pages",
    level: "error",
    finds: "A file that SUMMARY.md lists more than once.",
    why: "A file is one page with one URL: the second line becomes a link, and the lines below it follow it.",
    fix: "Remove one of the lines, or link to the page in the text of another page.",
  },
  "summary-line": {
    title: "Lines outside the lists of SUMMARY.md",
    level: "warning",
    finds: "A line of SUMMARY.md that is a link, but not in a list.",
    why: "Only lists contain pages, so the line is ignored.",
    fix: "Start the line with an asterisk and a space.",
  },
  "page-unlisted": {
    title: "Unlisted files",
    level: "warning",
    finds: "A Markdown file that SUMMARY.md does not list.",
    why: "The file is not imported as a page, and links to it are broken.",
    fix: "List the file in SUMMARY.md, delete it, or add it to the parameter except of this rule.",
    parameters: {
      except: {
        does: "Files that are not pages; * matches any part of a name, ** matches any folders",
        default: ["**/{LICENSE,CONTRIBUTING,CODE_OF_CONDUCT,SECURITY,CHANGELOG,SUPPORT}.md"],
      },
    },
  },
  "redirect-broken": {
    title: "Broken redirects",
    level: "error",
    finds: "A redirect in `.gitbook.yaml` whose file is not a page.",
    why: "Visitors of the old URL do not find the page.",
    fix: "Name a file that SUMMARY.md lists, or remove the redirect.",
  },
  "redirect-slash": {
    title: "Redirects with a leading slash",
    level: "error",
    finds: "A redirect in `.gitbook.yaml` whose old path starts with a slash.",
    why: "The redirect has no effect.",
    fix: "Remove the slash.",
  },
  "too-large": {
    title: "Content that exceeds import limits",
    level: "error",
    finds: "A file, page or table of contents that exceeds a limit of imports.",
    why: "The entire import is refused.",
    fix: "Split the page, reduce the size of the file, or split the content into several projects.",
  },
  "link-broken": {
    title: "Broken links",
    level: "error",
    finds: "A relative link or image whose target does not exist or is not a page.",
    why: "Readers cannot reach the target.",
    fix: "Correct the URL, or remove the link.",
  },
  "anchor-broken": {
    title: "Links to missing headings",
    level: "warning",
    finds: "A link to a heading that does not exist on the page.",
    why: "Readers reach the top of the page instead of the section.",
    fix: "Use the id of an existing heading: its title in lower case, with dashes for spaces.",
  },
  "block-unknown": {
    title: "Unknown blocks",
    level: "warning",
    finds: "A {% tag %} that is not a block of the platform, such as {% else %}.",
    why: "Readers see nothing, or the tag itself.",
    fix: "Correct the name of the tag, or put it in backticks if it is text.",
  },
  "block-unclosed": {
    title: "Unclosed blocks",
    level: "error",
    finds: "A {% tag %} without an end at the same level, or an end without a start.",
    why: "The content is not part of the block, and the tag has no effect.",
    fix: "Put the end tag on a line of its own, indented like the start tag.",
  },
  "tag-as-text": {
    title: "Tags shown as text",
    level: "warning",
    finds:
      'A known {% tag %} that is not alone on its line, or has unusual spacing, as in { % hint % } and style = "info".',
    why: "Readers see the tag as text, or without its settings.",
    fix: 'Put the tag on a line of its own, and write attributes as name="value". To show a tag as text, put it in backticks.',
  },
  "expression-invalid": {
    title: "Invalid conditions and expressions",
    level: "error",
    finds:
      "A condition {% if %} or an expression that cannot be parsed, or that reads a value that does not exist, such as visitor.claim.beta.",
    why: "Visitors do not see the text of an invalid condition, and see the source of an invalid expression. A value that does not exist is never true.",
    fix: "Correct the expression. It reads values below visitor.claims, page and space, compares them, and combines comparisons with &&, || and !.",
  },
  "table-cells": {
    title: "Table rows with too many cells",
    level: "warning",
    finds: "A row of a Markdown table with more cells than its header.",
    why: "Readers do not see the last cells. Often a pipe in a cell, also in code, ends the cell.",
    fix: "Write a pipe in a cell as \\|, or add a column.",
  },
  "lfs-pointer": {
    title: "Git LFS pointers",
    level: "error",
    finds: "A page or a used file that is a pointer of Git LFS instead of its content.",
    why: "An import reads the files that Git stores, so readers see the pointer.",
    fix: "Store the file in Git itself with git lfs migrate export.",
  },
  "symbolic-link": {
    title: "Symbolic links",
    level: "warning",
    finds: "A symbolic link that is a page, a folder or a file that a page uses.",
    why: "An import skips symbolic links.",
    fix: "Replace the link with the file, or list and link the original.",
  },
  "name-normalization": {
    title: "File names with different Unicode normalization",
    level: "warning",
    finds: "Files whose names look alike, because they differ only in Unicode normalization.",
    why: "On macOS they are the same file, and a link refers to only one of them.",
    fix: "Rename or remove one of the files.",
  },
  "front-matter-lost": {
    title: "Invalid front matter",
    level: "warning",
    finds: "Front matter that is not valid YAML, or a setting with a value of the wrong type.",
    why: "The setting is ignored, or readers see the lines as text.",
    fix: "Correct the line. Quote strings that contain a colon.",
  },
  "review-due": {
    title: "Overdue reviews",
    level: "warning",
    finds:
      "A page whose front matter has a `reviewBy` date that has passed or is invalid. The finding names the `owner`.",
    why: "The content may be outdated.",
    fix: "Review the page and update reviewBy.",
  },
};

export const repositoryRules: readonly CheckRule[] = Object.entries(words).map(([id, rule]) => ({
  id,
  over: "repository",
  parameters: {},
  ...rule,
}));
