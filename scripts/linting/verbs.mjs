/** Lint rule: the name of an exported function in src starts with a verb. */
import { isFunction } from "./syntax-tree.mjs";

/** Verbs, prepositions of conversions, and the first words of questions. Add a verb that is missing. */
const verbs = new Set(
  `
    accept act add adds adopt align allow allows announce answer applies apply are arrange arrive
    as ask asks assemble assign attach authenticate authorize begin begins belongs browse buffer
    build bundle cache call can cancel carry change check choose chooses claim classify clean clear
    collect color commit compare complete compute concerns configure confirm connect consume
    contains convert copy correct count crawl create cut decide declare decode decompress delete
    derive describe describes detach detect develop diff disable discard disconnect download draw
    drop duplicate edit embed emphasize enable encode end enroll ensure enter escape evaluate
    examine exchange exec execute expand explain export extend fail fetch fill filter find finish
    fix flatten flush follow forget format from get grant group guard guess hand happens has hash
    have holds identifies ignore import in include indent index ingest insert install is isolate
    issue join keep keeps lay limit link list listen load locate lock login logout look make map
    mark match matches may measure meets merge migrate move name narrow needs neutralize normalize
    note notify obeys observe offboard offer on open opens order outline owns paint pair parse pick
    plan point post prefers prepare present preview print propose pseudo publish pull purge put
    query queue quote rank read receive receives recognize recompute record redact redirect reduce
    refuse release remember remove rename render renew repeat replace replay report request
    requests require reset resolve restore restricts resume review revoke rewrite rotate round run
    save scan schedule seal search seed sees select send serve set share shorten show sign signs
    simplify size sort span split stamp start store stream strip submit subtract suggest sum
    summarize supports switch sync synchronize tail take takes test to trace transfer translate
    transliterate trim try undo uninstall unset update upgrade upload upsert use validate verify
    view vouch wait wants watch with withdraw without works wrap write
  `
    .trim()
    .split(/\s+/),
);

/** Functions whose calls read as declarations: fields, operations, commands and parts of HTML. */
const declarations = new Set(
  "attribute boolean custom element endpoint enumeration html id integer json mutation noun nullable optional pointer query reference text".split(
    " ",
  ),
);

/**
 * @param {string} file
 * @param {any} program
 * @returns {{ index: number, fault: string }[]}
 */
export function verbFaults(file, program) {
  // A migration is a constant that is named after its file.
  if (file.startsWith("src/service/database/migrations/")) return [];
  return listExportedFunctions(program).flatMap(({ name, start }) => {
    const [word = ""] = /^[a-z]+/.exec(name) ?? [];
    if (verbs.has(word) || declarations.has(name) || name === "main") return [];
    const fault = `"${name}" does not start with a verb of scripts/linting/verbs.mjs`;
    return [{ index: start, fault }];
  });
}

/**
 * @param {any} program
 * @returns {{ name: string, start: number }[]}
 */
function listExportedFunctions(program) {
  return program.body.flatMap((/** @type {any} */ { type, declaration }) => {
    if (type !== "ExportNamedDeclaration" || !declaration) return [];
    if (isFunction(declaration)) return [declaration.id];
    return (declaration.declarations ?? []).flatMap((/** @type {any} */ { id, init }) =>
      isFunction(init) ? [id] : [],
    );
  });
}
