/** Lint rule: the name of a function of a module in src starts with a verb. */
import { isFunction } from "./syntax-tree.mjs";

/** Verbs, prepositions of conversions, and the first words of questions. Add a verb that is missing. */
const verbs = new Set(
  `
    abandon accept accepts act add adds admit admits adopt align allow allows announce answer append
    applies apply are arrange arrive as ask asks assemble assign assume attach attempt attribute
    authenticate authorize begin begins belongs bracket break browse buffer build bundle cache call
    can cancel capitalize carry catch change check choose chooses claim classify clean clear close
    collect color combine commit compare compile complete compose compute conceal concerns configure
    confine confirm connect consume contains convert copy correct corrupt count covers crawl create
    cut deactivate decide declare decode decompress delete derive describe describes detach detect
    develop diff disable discard disconnect download drain draw drop duplicate edit embed emphasize
    empty enable encode encrypt end enroll ensure enter escape evaluate examine exchange exec execute
    expand expire explain export extend fail fetch fill filter find finish fit fix flatten flush fold
    follow forget format from gather generate get grant group guard guess hand happens has hash have
    hide hides holds identifies identify ignore import in include includes indent index ingest insert
    inspect install integrate intersect invite is isolate issue join keep keeps lay limit link list
    listen load locate lock login logout look lowercase make map mark match matches may measure meets
    mentions merge migrate mix move name narrow needs negate nest neutralize normalize note notify
    obeys observe obtain offboard offer omit on open opens order outdate outline owns paint pair parse
    pause pick plan plant point post prefers prepare present preview print prints prompt propose
    pseudo publish pull purge put qualify query queue quote raise rank reaches read reads reassign
    rebuild receive receives recognize recompute record recover redact redirect reduce refuse reject
    release remember remove rename render renew repeat replace replay report request requests require
    rescue reset resolve respond restore restrict restricts resume revert review revoke rewind rewrite
    rotate round run save scan schedule score seal search seed sees select send serialize serve set
    share shorten show shows sign signs silence simplify size skip slice sort span spell split stamp
    start store stream stringify strip submit subtract suggest sum summarize supports survey switch
    sync synchronize tail take takes test to tokenize trace transfer translate transliterate traverse
    treat trim truncate try undo unfurl unify uninstall unpublish unquote unset unwrap update upgrade
    upload upsert use vacate validate verify view vouch wait walk wants warn watch weigh widen with
    withdraw without works wrap write yield
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
  return listFunctions(program).flatMap(({ name, start }) => {
    const [word = ""] = /^[a-z]+/.exec(name) ?? [];
    if (verbs.has(word) || declarations.has(name) || name === "main") return [];
    const fault = `"${name}" does not start with a verb of scripts/linting/verbs.mjs`;
    return [{ index: start, fault }];
  });
}

/**
 * Functions of the module itself, exported or not: nested functions are named by their context.
 * @param {any} program
 * @returns {{ name: string, start: number }[]}
 */
function listFunctions(program) {
  return program.body.flatMap((/** @type {any} */ statement) => {
    const isExport = statement.type === "ExportNamedDeclaration" && statement.declaration;
    const declaration = isExport ? statement.declaration : statement;
    if (isFunction(declaration)) return [declaration.id];
    if (declaration.type !== "VariableDeclaration") return [];
    return declaration.declarations.flatMap((/** @type {any} */ { id, init }) =>
      isFunction(init) ? [id] : [],
    );
  });
}
