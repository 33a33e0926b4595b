/** The rules over the files of a repository. */
import type { RepositoryRule } from "../../document/repository/fault.ts";
import type { Rule } from "./rule.ts";

type Words = Omit<Rule, "id" | "over" | "parameters"> & Partial<Pick<Rule, "parameters">>;

const words: Readonly<Record<RepositoryRule, Words>> = {
  "settings-invalid": {
    title: "Settings that cannot be used",
    level: "error",
    finds:
      "A `.gitbook.yaml` that is no YAML, names a folder that is not there, or has members that mean nothing.",
    why: "An import is refused, or goes on as if the member were not written.",
    mend: "Correct the line, or remove it; root, structure.readme, structure.summary and redirects are the members.",
  },
  "readme-missing": {
    title: "No first page",
    level: "error",
    finds: "A repository without the README.md that its settings name.",
    why: "It is the first page; without it and without a SUMMARY.md an import is refused.",
    mend: "Add the file, or name another one as structure.readme in .gitbook.yaml.",
  },
  "summary-missing": {
    title: "No table of contents",
    level: "notice",
    finds: "A repository without the SUMMARY.md that its settings name.",
    why: "The titles and the order of pages then follow from the names of files.",
    mend: "Add a SUMMARY.md that lists the pages; an export writes one.",
  },
  "name-case": {
    title: "Names in another case",
    level: "warning",
    finds:
      "A README or SUMMARY whose name differs in upper and lower case from what the settings say.",
    why: "Where cases are told apart, an export adds a second file beside it.",
    mend: "Rename the file with git mv, or name it as it is in .gitbook.yaml.",
  },
  "page-missing": {
    title: "Pages without a file",
    level: "error",
    finds: "A line of SUMMARY.md whose file is not there.",
    why: "The page is imported empty.",
    mend: "Correct the path, add the file, or remove the line.",
  },
  "page-twice": {
    title: "Pages that are listed twice",
    level: "error",
    finds: "A file that SUMMARY.md lists more than once.",
    why: "A file is one page at one address: the second line becomes a link, and its children are lost.",
    mend: "Remove one of the lines, or let it link to the page in the text of another.",
  },
  "page-unlisted": {
    title: "Files in no table of contents",
    level: "warning",
    finds: "A Markdown file that SUMMARY.md does not list.",
    why: "It is no page: nobody reads it, and links to it are broken.",
    mend: "List it in SUMMARY.md, delete it, or name it in the parameter except of this rule.",
    parameters: {
      except: {
        does: "Files that are for people who look at the repository; * stands for any part of a name, ** for any folders",
        default: ["**/{LICENSE,CONTRIBUTING,CODE_OF_CONDUCT,SECURITY,CHANGELOG,SUPPORT}.md"],
      },
    },
  },
  "redirect-broken": {
    title: "Redirects to nothing",
    level: "error",
    finds: "A redirect of `.gitbook.yaml` whose file is no page.",
    why: "Whoever comes by the old address finds nothing.",
    mend: "Name a file that SUMMARY.md lists, or remove the redirect.",
  },
  "redirect-slash": {
    title: "Redirects with a slash at the beginning",
    level: "error",
    finds: "A redirect of `.gitbook.yaml` whose old path begins with a slash.",
    why: "It is not followed.",
    mend: "Remove the slash.",
  },
  "too-large": {
    title: "More than one import takes",
    level: "error",
    finds: "A file, a page or a table of contents beyond what one import takes.",
    why: "The import is refused as a whole.",
    mend: "Divide the page, shrink the file, or divide the content into several projects.",
  },
  "link-broken": {
    title: "Links to nothing",
    level: "error",
    finds: "A relative link or image whose target is not there, or is no page.",
    why: "Readers get to nothing.",
    mend: "Correct the address, or remove the link.",
  },
  "anchor-broken": {
    title: "Links to headings that are not there",
    level: "warning",
    finds: "A link to a heading that the page does not have.",
    why: "Readers get to the top of the page instead of the answer.",
    mend: "Use the id of a heading that is there: its title in lower case, with dashes for spaces.",
  },
  "block-unknown": {
    title: "Blocks that do not exist",
    level: "warning",
    finds: "A {% tag %} that is no block of the platform.",
    why: "Readers see nothing, or the tag itself.",
    mend: "Correct the name of the tag, or write it between backticks if it is meant as text.",
  },
  "block-unclosed": {
    title: "Blocks without an end",
    level: "error",
    finds: "A {% tag %} whose end is missing or at another level, and an end without a beginning.",
    why: "What should be inside stands outside, and the tag has no effect.",
    mend: "Put the end on a line of its own, as far indented as the beginning.",
  },
  "front-matter-lost": {
    title: "Front matter that says nothing",
    level: "warning",
    finds: "Front matter that is no YAML, or a setting whose value is of the wrong kind.",
    why: "The page is shown as if it were not written, or the lines are shown to readers.",
    mend: "Correct the line; put texts with a colon between quotes.",
  },
};

export const repositoryRules: readonly Rule[] = Object.entries(words).map(([id, rule]) => ({
  id,
  over: "repository",
  parameters: {},
  ...rule,
}));
